/// What goes wrong with the store itself, beside the database's own errors.
public enum StoreError: Error, Hashable, Sendable {
    /// A newer Vincula has changed the schema in these steps; this one might spoil what it does not know.
    case databaseIsNewer(unknownMigrations: [String])
    /// SQLite would not wait for the disk at each commit; the mode that it stayed in.
    case notDurable(synchronous: Int)
    /// The store was closed.
    case isClosed
    /// The row to change, or to hang something on, is not there.
    case rowIsGone(table: String)
    /// A text holds a NUL character, at which SQLite would cut it.
    case nulInText
    /// A row holds what no version of Vincula writes.
    case corruptRow(table: String)
    /// A stored JSON text is none, or not that of a value of this type.
    case corruptValue(type: String)
    /// A file or folder cannot be made, opened or changed, with the system's reason.
    case file(String, reason: String)
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .databaseIsNewer(let migrations):
            "The database was written by a newer version of Vincula (unknown migrations: "
                + migrations.joined(separator: ", ") + "). Update Vincula, or restore a backup that is older."
        case .notDurable(let mode): "SQLite does not write through to the disk (synchronous = \(mode), wanted 2)."
        case .isClosed: "The store is closed."
        case .rowIsGone(let table): "A row of \(table) is not there any more."
        case .nulInText: "A text with a NUL character cannot be stored."
        case .corruptRow(let table): "A row of \(table) cannot be read."
        case .corruptValue(let type): "A stored value (\(type)) cannot be read."
        case .file(let path, let reason): "\(path) cannot be opened: \(reason)."
        }
    }
}
