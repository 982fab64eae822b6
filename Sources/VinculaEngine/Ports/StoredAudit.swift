public import Foundation
public import VinculaCore

/// A record with the seals that tie it to the one before.
public struct SealedAuditEntry: Hashable, Sendable {
    public let entry: AuditEntry
    /// The seal of the record before; empty for the first.
    public let previous: Data
    public let seal: Data

    public init(entry: AuditEntry, previous: Data, seal: Data) {
        self.entry = entry
        self.previous = previous
        self.seal = seal
    }
}

/// The end of the audit log, sealed by itself so that nobody can cut records off.
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

/// Which records of the audit log somebody wants to see; what is `nil` does not matter.
public struct AuditQuery: Hashable, Sendable {
    public var project: String?
    public var since: Timestamp?
    public var account: AccountID?
    public var action: AuditAction?
    /// How many at most.
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
