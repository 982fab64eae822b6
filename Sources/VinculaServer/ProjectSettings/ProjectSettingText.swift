import Foundation
import VinculaCore

/// A value or a name that cannot be read, with the reason.
package struct ProjectSettingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

// The text of values on the command line.
extension ProjectSetting.Kind {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - texts: The texts that were given.
    ///   - name: The setting's name.
    /// - Throws: ``ProjectSettingRefusal``.
    func value(_ texts: [String], for name: String) throws(ProjectSettingRefusal) -> JSONValue {
        switch self {
        case .list: return .array(Self.items(texts).map(JSONValue.string))
        case .pairs: return .object(try Self.readPairs(texts, name).mapValues(JSONValue.string))
        case .trust: return .object(try Self.readPairs(texts, name).mapValues(Self.readTrust))
        default: break
        }
        guard texts.count == 1, let text = texts.first else {
            throw ProjectSettingRefusal("\(name) has one value, not \(texts.count). Put quotation marks around one with spaces.")
        }
        switch self {
        case .truth:
            guard let truth = Self.truths[text.lowercased()] else {
                throw ProjectSettingRefusal("\(name) must be true or false, not \(Self.shown(text)).")
            }
            return .bool(truth)
        case .number(let range, let unit):
            guard let number = Int64(text) else {
                let unit = unit.isEmpty ? "" : " \(unit)"
                throw ProjectSettingRefusal(
                    "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)\(unit), not \(Self.shown(text))."
                )
            }
            return .integer(number)
        case .choice(let names): return .string(try Self.readChoice(text, among: names, name))
        case .text, .secret: return .string(text)
        case .list, .pairs, .trust: return .null
        }
    }

    /// The value as text; an empty one if there is none. A secret is never shown.
    func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: ""
        case .bool(let truth)?: truth ? "true" : "false"
        case .integer(let number)?: "\(number)"
        case .number(let number)?: "\(number)"
        case .string(let text)?: self == .secret ? "(set)" : text
        case .array(let items)?: items.map { text($0) }.joined(separator: ",")
        case .object(let members)?:
            members.sorted { $0.key < $1.key }.map { "\($0.key)=\(inner($0.value))" }.joined(separator: " ")
        }
    }

    private func inner(_ value: JSONValue) -> String {
        guard self == .trust else { return text(value) }
        let level = value["level"]?.string ?? ""
        guard case .array(let domains)? = value["domains"], !domains.isEmpty else { return level }
        return "\(level):\(domains.compactMap(\.string).joined(separator: "+"))"
    }

    /// The allowed values in words, for help.
    package var words: String {
        switch self {
        case .truth: "true or false"
        case .number(let range, let unit): "\(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
        case .choice(let names):
            ([names.dropLast().joined(separator: ", "), names.last ?? ""]).filter { !$0.isEmpty }.joined(separator: " or ")
        case .text(let form): form
        case .list(let form): "a list; each is \(form)"
        case .pairs(let form): "a list of \(form)"
        case .trust: "a list of PROVIDER=LEVEL or PROVIDER=LEVEL:DOMAIN+DOMAIN"
        case .secret: "a secret, from a file, standard input or a prompt"
        }
    }

    private static let truths = [
        "true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false, "0": false,
    ]

    private static func readChoice(
        _ text: String, among names: [String], _ setting: String
    ) throws(ProjectSettingRefusal) -> String {
        if let name = names.first(where: { $0.lowercased() == text.lowercased() }) { return name }
        let near = NearestName.of(text, among: names).map { " Did you mean \($0)?" } ?? ""
        throw ProjectSettingRefusal(
            "\(setting) must be \(ProjectSetting.Kind.choice(names).words), not \(shown(text)).\(near)")
    }

    /// The items of a list: several texts, or one with commas. A space within an item stays, and the item's own rule refuses it.
    private static func items(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func readPairs(_ texts: [String], _ setting: String) throws(ProjectSettingRefusal) -> [String: String] {
        var pairs: [String: String] = [:]
        // None has a space in it, so one text may hold them all, as help shows them.
        for text in texts.flatMap({ $0.split { $0 == "," || $0.isWhitespace } }).map(String.init) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ProjectSettingRefusal("\(setting): \(shown(text)) must have the form NAME=VALUE.")
            }
            guard pairs.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw ProjectSettingRefusal("\(setting) has \(shown(parts[0])) twice.")
            }
        }
        return pairs
    }

    private static func readTrust(_ text: String) -> JSONValue {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var trust: [String: JSONValue] = ["level": .string(parts[0])]
        if parts.count == 2 {
            trust["domains"] = .array(
                parts[1].split(separator: "+", omittingEmptySubsequences: false).map { .string(String($0)) })
        }
        return .object(trust)
    }

    private static func shown(_ text: String) -> String {
        let plain = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) }
        return "\"\(String(plain.prefix(60)))\""
    }
}
