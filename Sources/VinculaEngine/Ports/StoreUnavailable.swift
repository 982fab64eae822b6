/// The store cannot be read or written at the moment, through no fault of the request; nothing was changed.
public struct StoreUnavailable: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        case diskFull = "the disk is full"
        case readOnly = "the data cannot be written to"
        case notPermitted = "this user may not open it"
        case failingDisk = "the disk does not do what it is told"
        case busy = "another process holds the data"
        case damaged = "the database is damaged"
        case unreadableRow = "a stored row cannot be read"

        /// What a person can do about it.
        public var nextStep: String {
            switch self {
            case .diskFull: "Make room on the disk; nothing needs to be started again."
            case .readOnly: "Check who owns the data folder and its files, and whether the disk is mounted read-only."
            case .notPermitted: "Run this as the user who owns the data folder and its files, or change their owner."
            case .failingDisk: "Look into the system's log for errors of the disk."
            case .busy: "Try again; another command may be at work."
            case .damaged: "Stop the server, and restore the last backup with `vincula restore`."
            case .unreadableRow: "Look at the data with `vincula doctor --deep`."
            }
        }
    }

    public let reason: Reason
    /// The store's own words; nothing of the request is in it.
    public let detail: String
    /// The database file, if there is one.
    public let file: String?

    public init(reason: Reason, detail: String, file: String? = nil) {
        self.reason = reason
        self.detail = detail
        self.file = file
    }
}

extension StoreUnavailable: CustomStringConvertible {
    public var description: String {
        "\(file ?? "The database") cannot be used: \(reason.rawValue) (\(detail)). \(reason.nextStep)"
    }
}
