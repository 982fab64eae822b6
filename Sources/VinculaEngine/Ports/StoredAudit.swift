package import Foundation
package import VinculaCore

/// A record with the seals that link it to the one before.
package struct SealedAuditEntry: Hashable, Sendable {
    package let entry: AuditEntry
    /// The seal of the previous record; empty for the first.
    package let previous: Data
    package let seal: Data

    package init(entry: AuditEntry, previous: Data, seal: Data) {
        self.entry = entry
        self.previous = previous
        self.seal = seal
    }
}

/// A record that was written with a decision, and has no place in the log yet.
///
/// Where many write at the same time, each would have to wait for the one before it to know the log's end.
package struct WaitingAuditEntry: Hashable, Sendable {
    /// The position among those that wait.
    package let position: Int64
    /// The record; its number is 0.
    package let entry: AuditEntry
    package let seal: Data

    package init(position: Int64, entry: AuditEntry, seal: Data) {
        self.position = position
        self.entry = entry
        self.seal = seal
    }
}

/// The end of the audit log, with its own seal so that nobody can cut records off.
package struct AuditHead: Hashable, Sendable {
    /// The last record's number.
    package let sequence: Int64
    /// The last record's seal.
    package let last: Data
    /// The seal over both.
    package let seal: Data

    package init(sequence: Int64, last: Data, seal: Data) {
        self.sequence = sequence
        self.last = last
        self.seal = seal
    }
}

/// The requested records of the audit log; criteria that are `nil` match everything.
package struct AuditQuery: Hashable, Sendable {
    package var project: String?
    package var tenant: String?
    package var since: Timestamp?
    package var account: AccountID?
    package var action: AuditAction?
    /// The id of the request that led to the change.
    package var request: String?
    /// The id of the actor.
    package var actor: String?
    /// The numbers of the records that are looked at, which bounds what a search costs; `nil` for all.
    package var window: ClosedRange<Int64>?
    /// The maximum number of records.
    package var limit: Int

    package init(
        project: String? = nil, tenant: String? = nil, since: Timestamp? = nil, account: AccountID? = nil,
        action: AuditAction? = nil, request: String? = nil, limit: Int
    ) {
        self.project = project
        self.tenant = tenant
        self.since = since
        self.account = account
        self.action = action
        self.request = request
        self.limit = limit
    }
}
