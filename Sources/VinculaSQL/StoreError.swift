/// Errors of the store itself, besides the database's own.
package enum StoreError: Error, Hashable, Sendable {
    /// A newer Vincula has applied these migrations, so this one might corrupt data that it does not know.
    case databaseIsNewer(unknownMigrations: [String])
    /// SQLite would not wait for the disk at each commit; the mode that it remained in.
    case notDurable(synchronous: Int)
    /// The database holds an unfinished copy of another one.
    case unfinishedCopy
    /// The store was closed.
    case isClosed
    /// The row to change or to refer to does not exist.
    case rowIsGone(table: String)
    /// A text contains a NUL character, which the databases do not store.
    case nulInText
    /// A row contains values that no version of Vincula writes.
    case corruptRow(table: String)
    /// A row has a value that is not of its column's type.
    case corruptColumn
    /// A stored text is not JSON, or does not describe a value of this type.
    case corruptValue(type: String)
    /// A file or folder cannot be created, opened or changed; the system's reason.
    case file(String, reason: String)
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .databaseIsNewer(let migrations):
            "The database was written by a newer version of Vincula (unknown migrations: "
                + migrations.joined(separator: ", ") + "). Update Vincula, or restore an older backup."
        case .notDurable(let mode): "SQLite does not write through to the disk (synchronous = \(mode), but 2 is needed)."
        case .unfinishedCopy:
            "The database holds an unfinished copy of another one. Run `vincula database copy` again, which finishes it."
        case .isClosed: "The store is closed."
        case .rowIsGone(let table): "A row of \(table) no longer exists."
        case .nulInText: "Text with a NUL character cannot be stored."
        case .corruptRow(let table): "A row of \(table) cannot be read."
        case .corruptColumn: "A stored value is not of its column's type."
        case .corruptValue(let type): "A stored value (\(type)) cannot be read."
        case .file(let path, let reason): "\(path) cannot be opened: \(reason)."
        }
    }
}

extension StoreError {
    /// What cannot be read, if that is the error; it says nothing about the contents.
    package var unreadable: String? {
        switch self {
        case .corruptRow(let table): "table \(table)"
        case .corruptValue(let type): "value \(type)"
        case .corruptColumn: "a column of another type"
        default: nil
        }
    }
}
