import Foundation
package import VinculaCore

extension AuditEntry {
    /// The record as an object, one of which is a line of a download.
    ///
    /// - Parameter names: The operators' emails by their ids.
    package func object(_ names: [String: String]) -> [String: JSONValue] {
        var actor: [String: JSONValue] = ["kind": .string(self.actor.storedKind), "id": .string(self.actor.id)]
        if self.actor.kind == .consoleOperator { actor["email"] = names[self.actor.id].map { .string($0) } }
        var object: [String: JSONValue] = [
            "sequence": .integer(sequence), "time": .string(time.precise), "actor": .object(actor),
            "action": .string(action.rawValue), "details": facts.details,
        ]
        object["request"] = facts.request.map { .string($0) }
        object["project"] = scope.map { .string($0.project) }
        object["tenant"] = scope.flatMap { $0.tenant.isEmpty ? nil : .string($0.tenant) }
        object["account"] = account.map { .string($0.value) }
        object["clientAddress"] = clientAddress.map { .string($0) }
        return object
    }
}

extension Timestamp {
    /// Date and time to the millisecond, in UTC.
    fileprivate var precise: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
