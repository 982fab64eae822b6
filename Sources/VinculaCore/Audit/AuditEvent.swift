/// A change to be recorded, before it is written.
///
/// It must not contain any secret, not even sealed or hashed. Emails and phone numbers are masked, because the record
/// outlives the account.
public struct AuditEvent: Hashable, Sendable {
    public var action: AuditAction
    /// The project and tenant; `nil` for changes of the whole installation.
    public var scope: ProjectScope?
    /// The changed account.
    public var account: AccountID?
    /// The change: facts by name, a changed value as `{"from": …, "to": …}`.
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
    /// The record's number; counts from 1, without gaps.
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
