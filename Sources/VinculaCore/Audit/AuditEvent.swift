import Foundation

/// A change to be recorded, before it is written.
///
/// It must not contain any secret, not even sealed or hashed. Emails and phone numbers are masked, because the record
/// outlives the account.
package struct AuditEvent: Hashable, Sendable {
    package var action: AuditAction
    /// The project and tenant; `nil` for changes of the whole installation.
    package var scope: ProjectScope?
    /// The changed account.
    package var account: AccountID?
    /// The change: facts by name, a changed value as `{"from": …, "to": …}`.
    package var details: [String: JSONValue]

    package init(
        _ action: AuditAction, in scope: ProjectScope? = nil, account: AccountID? = nil, details: [String: JSONValue] = [:]
    ) {
        self.action = action
        self.scope = scope
        self.account = account
        self.details = details
    }
}

/// A record of the audit log.
package struct AuditEntry: Hashable, Sendable {
    /// The record's number; counts from 1, without gaps.
    package let sequence: Int64
    package let time: Timestamp
    package let scope: ProjectScope?
    package let actor: AuditActor
    package let action: AuditAction
    package let account: AccountID?
    package let clientAddress: String?
    /// A JSON object, as it was written.
    package let details: String

    package init(
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

    /// The same record with another number.
    package func numbered(_ sequence: Int64) -> AuditEntry {
        AuditEntry(
            sequence: sequence, time: time, scope: scope, actor: actor, action: action, account: account,
            clientAddress: clientAddress, details: details)
    }
}

extension AuditEvent {
    /// The name of the request's id among the details of a record.
    ///
    /// It is there, and not in a field of its own, so that the seal covers it and servers of earlier versions can still check it.
    package static let requestName = "requestId"

    /// The name of the record's own id among its details: a random text that no other record has.
    ///
    /// Only records that wait for their place have one. It is kept, so that none can be put there a second time.
    package static let idName = "recordId"

    /// The details of a record that a request led to.
    ///
    /// - Parameters:
    ///   - request: The request's id.
    ///   - id: The record's own.
    package func details(ofRequest request: String?, id: String? = nil) -> String {
        var all = details
        if let request { all[Self.requestName] = .string(request) }
        if let id { all[Self.idName] = .string(id) }
        return JSONValue.object(all).text
    }
}

extension AuditEntry {
    /// Indicates whether this version knows the actor's kind and the action; otherwise a newer version wrote the record.
    package var isKnown: Bool { actor.unknownKind == nil && AuditAction.known.contains(action) }

    /// What changed, and the id of the request that led to it, if one did.
    package var facts: (details: JSONValue, request: String?) {
        // Those of an import have more values than a text from outside may have.
        guard case .object(var members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(details.utf8)) else {
            return (.string(details), nil)
        }
        members.removeValue(forKey: AuditEvent.idName)
        guard case .string(let request)? = members.removeValue(forKey: AuditEvent.requestName) else {
            return (.object(members), nil)
        }
        return (.object(members), request)
    }
}
