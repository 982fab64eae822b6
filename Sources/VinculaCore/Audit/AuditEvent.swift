/// A change that is worth a record, before it is written down.
///
/// No secret may be in it: not sealed, not hashed. Emails and phone numbers stand in it masked, because the record outlives
/// the account.
public struct AuditEvent: Hashable, Sendable {
    public var action: AuditAction
    /// Where it happened; `nil` for what concerns the whole installation.
    public var scope: ProjectScope?
    /// Whose account was changed.
    public var account: AccountID?
    /// What was changed: facts by name, a change as `{"from": …, "to": …}`.
    public var details: [String: JSONValue]

    public init(
        _ action: AuditAction, in scope: ProjectScope? = nil, account: AccountID? = nil, details: [String: JSONValue] = [:]
    ) {
        self.action = action
        self.scope = scope
        self.account = account
        self.details = details
    }
}

/// A record of the audit log.
public struct AuditEntry: Hashable, Sendable {
    /// Counts from 1, without gaps.
    public let sequence: Int64
    public let time: Timestamp
    public let scope: ProjectScope?
    public let actor: AuditActor
    public let action: AuditAction
    public let account: AccountID?
    public let clientAddress: String?
    /// A JSON object, as it was written.
    public let details: String

    public init(
        sequence: Int64, time: Timestamp, scope: ProjectScope?, actor: AuditActor, action: AuditAction, account: AccountID?,
        clientAddress: String?, details: String
    ) {
        self.sequence = sequence
        self.time = time
        self.scope = scope
        self.actor = actor
        self.action = action
        self.account = account
        self.clientAddress = clientAddress
        self.details = details
    }
}
