public import Foundation
public import VinculaCore

/// A record with the seals that link it to the one before.
public struct SealedAuditEntry: Hashable, Sendable {
    public let entry: AuditEntry
    /// The seal of the previous record; empty for the first.
    public let previous: Data
    public let seal: Data

    public init(entry: AuditEntry, previous: Data, seal: Data) {
        self.entry = entry
        self.previous = previous
        self.seal = seal
    }
}

/// The end of the audit log, with its own seal so that nobody can cut records off.
public struct AuditHead: Hashable, Sendable {
    /// The last record's number.
    public let sequence: Int64
    /// The last record's seal.
    public let last: Data
    /// The seal over both.
    public let seal: Data

    public init(sequence: Int64, last: Data, seal: Data) {
        self.sequence = sequence
        self.last = last
        self.seal = seal
    }
}

/// The requested records of the audit log; criteria that are `nil` match everything.
public struct AuditQuery: Hashable, Sendable {
    public var project: String?
    public var since: Timestamp?
    public var account: AccountID?
    public var action: AuditAction?
    /// The maximum number of records.
    public var limit: Int

    public init(
        project: String? = nil, since: Timestamp? = nil, account: AccountID? = nil, action: AuditAction? = nil, limit: Int
    ) {
        self.project = project
        self.since = since
        self.account = account
        self.action = action
        self.limit = limit
    }
}
