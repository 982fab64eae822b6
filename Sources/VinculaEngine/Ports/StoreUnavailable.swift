/// The store cannot be read or written at the moment, through no fault of the request.
///
/// Nothing was changed, unless the connection to a database server ended during a commit: then nobody knows.
package struct StoreUnavailable: Error, Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case diskFull = "the disk is full"
        case readOnly = "the data cannot be written"
        case notPermitted = "this user is not allowed to open it"
        case failingDisk = "the disk reports errors"
        case busy = "another process is using the data"
        case damaged = "the database is damaged"
        case unreadableRow = "a stored row cannot be read"
        case unreachable = "the database server cannot be used"

        /// The recommended action.
        package var nextStep: String {
            switch self {
            case .diskFull: "Free some space on the disk."
            case .readOnly: "Check who owns the data folder and its files, and whether the disk is mounted read-only."
            case .notPermitted: "Run this as the user who owns the data folder and its files, or change their owner."
            case .failingDisk: "Check the system's log for disk errors."
            case .busy: "Try again; another command may be running."
            case .damaged: "Stop the server, and restore the last backup with `vincula restore`."
            case .unreadableRow: "Check the data with `vincula doctor --deep`."
            case .unreachable:
                "Check that the database server is running, and that this machine may connect to it."
            }
        }
    }

    package let reason: Reason
    /// The store's own message; it contains nothing from the request.
    package let detail: String
    /// The database file, if there is one.
    package let file: String?
    /// The recommended action if the store knows a better one than the reason's.
    private let remedy: String?

    /// Indicates whether only writes fail: the server does not confirm them.
    private let isUnconfirmed: Bool

    package init(reason: Reason, detail: String, file: String? = nil, remedy: String? = nil, isUnconfirmed: Bool = false) {
        self.reason = reason
        self.detail = detail
        self.file = file
        self.remedy = remedy
        self.isUnconfirmed = isUnconfirmed
    }
}

extension StoreUnavailable: CustomStringConvertible {
    package var description: String {
        // The reason alone says what cannot be used.
        if reason == .unreachable { return "The database server cannot be used: \(detail). \(nextStep)" }
        return "\(file ?? "The database") cannot be used: \(words) (\(detail)). \(nextStep)"
    }

    /// The reason in words. On a database server, others using the data is what is to be expected.
    package var words: String {
        if isUnconfirmed { return "the database server does not confirm writes" }
        return file == nil && reason == .busy ? "a lock or a connection was not free in time" : reason.rawValue
    }
}

extension StoreUnavailable {
    /// The recommended action.
    package var nextStep: String {
        if let remedy { return remedy }
        guard file == nil else { return reason.nextStep }
        return switch reason {
        case .diskFull: "Free some space on the database server's disk."
        case .readOnly:
            """
            Check that the address leads to the server that takes writes, and not to a standby, and that \
            default_transaction_read_only is off for the database and its user.
            """
        case .notPermitted:
            "Make the database's user the owner of Vincula's tables, or give it all rights to them."
        case .failingDisk: "Check the database server's log for disk errors."
        case .busy: "Try again; the database has too much to do, or something keeps a lock on it."
        case .damaged: "Stop the servers, and restore the database's last backup."
        case .unreadableRow, .unreachable: reason.nextStep
        }
    }

    /// Indicates whether a running server goes on by itself once the cause is gone.
    package var endsByItself: Bool {
        switch reason {
        case .diskFull, .busy, .unreadableRow: true
        case .readOnly, .notPermitted, .unreachable: file == nil
        case .failingDisk, .damaged: false
        }
    }
}
