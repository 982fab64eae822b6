import VinculaCore
import VinculaEngine

/// A file that an operator imports: what is known of it, and how far it is.
struct ConsoleImport: Hashable, Sendable, Codable {
    enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its bytes are arriving.
        case uploading
        /// Complete, and not begun.
        case ready
        /// Being tried out.
        case rehearsing
        /// Tried out; nothing was imported.
        case rehearsed
        case running
        case done
        /// Ended by an error.
        case failed
        /// Ended by an operator, or by a stop of the server.
        case stopped

        var isBusy: Bool { self == .rehearsing || self == .running }
        /// Indicates whether the file is there and nothing is done with it.
        var mayBegin: Bool { self == .ready || self == .rehearsed || self == .failed || self == .stopped }
    }

    /// The reason why an import ended by an error.
    enum Fault: String, Hashable, Sendable, Codable, CaseIterable {
        /// The file has password hashes, and no parameters were given.
        case lacksHashes
        /// Another import of the same file runs, perhaps on another server.
        case interference
        /// The file is no export in JSON, or is cut off.
        case unreadable
        /// The database, or the disk.
        case server
    }

    let id: String
    let scope: ImportScope
    /// The name of the operator's file.
    let name: String
    /// The length of the file, in bytes.
    let length: Int64
    let createdAt: Timestamp
    var received: Int64 = 0
    var state = State.uploading
    var fault: Fault?
    var totals = ImportTotals()
    /// The number of records that are done.
    var records: Int64 = 0
    /// The position in the file behind them.
    var offset: Int64 = 0

    /// The share that is done, from 0 to 1.
    var share: Double { min(1, Double(state == .uploading ? received : offset) / Double(max(1, length))) }

    /// The project and tenant.
    struct ImportScope: Hashable, Sendable, Codable {
        let project: String
        let tenant: String

        init(_ scope: ProjectScope) { (project, tenant) = (scope.project, scope.tenant) }
    }
}
