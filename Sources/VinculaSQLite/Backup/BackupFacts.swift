public import Foundation

/// What a backup is, as its file says.
public struct BackupFacts: Hashable, Sendable {
    /// How large the file is.
    public let bytes: Int
    /// The last step that its schema took; the newer ones are taken when it is opened.
    public let schema: String
    /// Whether the schema is older than this version's.
    public let isOlder: Bool
    /// Whether it is a development server's data, which production refuses; `nil` if the file does not say, such as one that
    /// SQLite's own tool wrote.
    public let isDevelopment: Bool?
    /// Secrets that the master key must open, by their names.
    public let sealed: [String: Data]
}

/// Why there is no backup, or why one cannot be used.
public enum BackupError: Error, Hashable, Sendable {
    case exists(String)
    /// The name is that of the database, or of a file that belongs to it.
    case isDatabase(String)
    case noRoom(folder: String, needed: Int, free: Int)
    case notOurs(String)
    case damaged(String, faults: [String])
    case newer(String, migrations: [String])
}

extension BackupError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .exists(let path): "\(path) exists already. Name another file, or replace this one with --replace."
        case .isDatabase(let path): "\(path) is the database itself, or belongs to it. Name another file."
        case .noRoom(let folder, let needed, let free):
            "There is no room in \(folder): \(needed.inUnits) are needed, and \(free.inUnits) are free."
        case .notOurs(let path): "\(path) is not a database of Vincula."
        case .damaged(let path, let faults):
            "\(path) is damaged: \(faults.joined(separator: "; ")). Take an older backup."
        case .newer(let path, let migrations):
            "\(path) was written by a newer version of Vincula (unknown migrations: \(migrations.joined(separator: ", "))). "
                + "Update Vincula first."
        }
    }
}

extension Int {
    /// A number of bytes as people read it: `312 MB`.
    public var inUnits: String {
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
