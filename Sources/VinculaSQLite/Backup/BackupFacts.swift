package import Foundation

/// The facts that a backup's file states about it.
package struct BackupFacts: Hashable, Sendable {
    /// The size of the file.
    package let bytes: Int
    /// The last migration applied to its schema; newer ones run when it is opened.
    package let schema: String
    /// Indicates whether the schema is older than this version's.
    package let isOlder: Bool
    /// Indicates whether it holds a development server's data, which production refuses; `nil` if the file does not say, for
    /// example because SQLite's own tool wrote it.
    package let isDevelopment: Bool?
    /// The secrets that the master key must be able to decrypt, by name.
    package let sealed: [String: Data]
}

/// A reason why a backup cannot be written or used.
package enum BackupError: Error, Hashable, Sendable {
    case exists(String)
    /// The target is the database itself, or a file that belongs to it.
    case isDatabase(String)
    case noRoom(folder: String, needed: Int, free: Int)
    case notOurs(String)
    case damaged(String, faults: [String])
    case newer(String, migrations: [String])
}

extension BackupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exists(let path): "\(path) already exists. Choose another file, or replace this one with --replace."
        case .isDatabase(let path): "\(path) is the database itself, or belongs to it. Choose another file."
        case .noRoom(let folder, let needed, let free):
            "There is not enough space in \(folder): \(needed.inUnits) are needed, but only \(free.inUnits) are free."
        case .notOurs(let path): "\(path) is not a Vincula database."
        case .damaged(let path, let faults):
            "\(path) is damaged: \(faults.joined(separator: "; ")). Use an older backup."
        case .newer(let path, let migrations):
            "\(path) was written by a newer version of Vincula (unknown migrations: \(migrations.joined(separator: ", "))). "
                + "Update Vincula first."
        }
    }
}

extension Int {
    /// The number of bytes in a human-readable form: `312 MB`.
    package var inUnits: String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(self)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 || value >= 100 ? "\(Int(value)) \(units[unit])" : "\((value * 10).rounded(.down) / 10) \(units[unit])"
    }
}
