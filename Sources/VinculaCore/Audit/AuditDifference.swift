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
    ///   key or token, and that are not known to be none, only whether they are set.
    package static func details<Value: Encodable>(from before: Value?, to after: Value?) -> [String: JSONValue] {
        var details: [String: JSONValue] = [:]
        compare(json(before), json(after), path: "", into: &details)
        return bounded(details)
    }

    /// Compares two states by their facts.
    ///
    /// - Parameters:
    ///   - before: The earlier values by name.
    ///   - after: The later ones.
    /// - Returns: Each value that differs, by its name, as `{"from": …, "to": …}`.
    package static func details(from before: [String: SettingFact], to after: [String: SettingFact]) -> [String: JSONValue] {
        let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        let details = names.map { name in
            (name, JSONValue.object(["from": before[name]?.shown ?? .null, "to": after[name]?.shown ?? .null]))
        }
        return bounded(Dictionary(uniqueKeysWithValues: details))
    }

    /// The value of a secret that is set.
    static let secret = "set"

    private static func bounded(_ details: [String: JSONValue]) -> [String: JSONValue] {
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

    /// The names that look like those of secrets.
    private static let openNames: Set<String> = ["keyID", "tokenURL"]

    private static func isObject(_ value: JSONValue?) -> Bool { if case .object? = value { true } else { false } }

    private static func members(_ value: JSONValue?) -> [String: JSONValue] {
        if case .object(let members)? = value { members } else { [:] }
    }

    private static func shown(_ value: JSONValue?, _ path: String) -> JSONValue {
        guard let value, value != .null else { return .null }
        let name = path.lowercased()
        let isSecret =
            !openNames.contains(path.split(separator: ".").last.map(String.init) ?? "")
            && ["secret", "password", "private", "sealed", "token", "key", "credential"].contains { name.contains($0) }
        switch value {
        case .bool, .integer, .number, .null: return value
        default: return isSecret ? .string(secret) : value
        }
    }
}
