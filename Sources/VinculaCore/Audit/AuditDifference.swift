import Foundation

/// Finds the differences between two states of a setting, without revealing its secrets.
package enum AuditDifference {
    /// The longest details, in bytes; beyond that only the names of the changed values are recorded.
    static let longestDetails = 8192

    /// Compares two states by their JSON.
    ///
    /// - Parameters:
    ///   - before: The earlier state; `nil` if there was none.
    ///   - after: The later state; `nil` if there is none any more.
    /// - Returns: Each value that differs, by its path, as `{"from": …, "to": …}`. For values whose name contains secret,
    ///   key or token, only whether they are set.
    package static func details<Value: Encodable>(from before: Value?, to after: Value?) -> [String: JSONValue] {
        var details: [String: JSONValue] = [:]
        compare(json(before), json(after), path: "", into: &details)
        guard JSONValue.object(details).text.utf8.count > longestDetails else { return details }
        return details.mapValues { _ in "changed" }
    }

    private static func json(_ value: (some Encodable)?) -> JSONValue? {
        guard let value, let data = try? JSONEncoder().encode(value) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: data)
    }

    private static func compare(
        _ before: JSONValue?, _ after: JSONValue?, path: String, into details: inout [String: JSONValue]
    ) {
        guard before != after else { return }
        if isObject(before) || isObject(after) {
            for name in Set(members(before).keys).union(members(after).keys) {
                let inner = path.isEmpty ? name : "\(path).\(name)"
                compare(members(before)[name], members(after)[name], path: inner, into: &details)
            }
        } else {
            details[path] = .object(["from": shown(before, path), "to": shown(after, path)])
        }
    }

    private static func isObject(_ value: JSONValue?) -> Bool { if case .object? = value { true } else { false } }

    private static func members(_ value: JSONValue?) -> [String: JSONValue] {
        if case .object(let members)? = value { members } else { [:] }
    }

    private static func shown(_ value: JSONValue?, _ path: String) -> JSONValue {
        guard let value, value != .null else { return .null }
        let name = path.lowercased()
        let isSecret = ["secret", "password", "private", "sealed", "token", "key", "credential"].contains { name.contains($0) }
        switch value {
        case .bool, .integer, .number, .null: return value
        default: return isSecret ? "set" : value
        }
    }
}
