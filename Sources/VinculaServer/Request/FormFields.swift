package import VinculaCore

/// `name=value&…`, percent-decoded, in order.
package struct FormFields: Sendable {
    /// The maximum length of a field's name, in bytes.
    private static let longestName = 256

    package let all: [(name: String, value: String)]

    /// Reads a query or the body of a form.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a name that is too long, and for text that is not stream-safe:
    ///   comparing such text with anything takes minutes.
    package init(_ text: Substring) throws(AuthError) {
        // By bytes: the separators are ASCII, and searching for characters costs ten times as much.
        var fields: [(name: String, value: String)] = []
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "="))
            let name = PercentEncoding.decoded(pair[..<(end ?? pair.endIndex)], plusIsSpace: true)
            let value = end.map { PercentEncoding.decoded(pair[pair.index(after: $0)...], plusIsSpace: true) } ?? ""
            guard name.utf8.count <= Self.longestName else {
                throw .invalidArgument("Invalid form or query. A name is longer than \(Self.longestName) bytes")
            }
            guard name.isStreamSafe, value.isStreamSafe else {
                throw .invalidArgument("Invalid form or query. \(StreamSafeText.complaint)")
            }
            fields.append((name, value))
        }
        all = fields
    }

    package init(_ text: String) throws(AuthError) { try self.init(Substring(text)) }

    /// Reads the body of a form.
    init(_ body: ReceivedBody) throws(AuthError) { try self.init(String(decoding: body.bytes, as: UTF8.self)) }

    /// The fields by name, if none is repeated: two programs might use different ones of them.
    package var once: [String: String]? {
        let byName = byName
        return byName.count == all.count ? byName : nil
    }

    /// The fields by name; the first of repeated ones counts.
    package var byName: [String: String] { Dictionary(all.map { ($0.name, $0.value) }) { first, _ in first } }
}

/// The query of a URL; the first of repeated names counts, except in ``all(_:)``.
package struct QueryParameters: Sendable {
    /// In order. A table by name would cost more than it saves: few queries have more than three fields.
    private let fields: [(name: String, value: String)]

    /// - Throws: ``AuthError/invalidArgument(_:)``, as ``FormFields``.
    package init(_ query: String?) throws(AuthError) {
        fields = try FormFields(query ?? "").all
    }

    /// The first value of a name, or of the same name in snake case.
    package subscript(name: String) -> String? { first(name) ?? other(name).flatMap(first) }

    private func all(named name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    private func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The name in snake case, if that is another one.
    private func other(_ name: String) -> String? {
        let other = FieldSpelling.snakeCase(name)
        return other == name ? nil : other
    }

    /// All fields, in order.
    var pairs: [(name: String, value: String)] { fields }

    /// The language that a page's address asks for: Google's name for it (`hl`), else Firebase's (`lang`).
    var language: Language? { ["hl", "lang"].lazy.compactMap { self[$0].flatMap(Language.init(tag:)) }.first }

    /// Returns the API key in a link if it is well-formed: the link may have been altered on its way.
    static func key(_ text: String?) -> String? {
        guard let text, (1...128).contains(text.utf8.count) else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_".utf8.contains(byte)
        }
        return isPlain ? text : nil
    }

    /// Returns the names that are neither known parameters of the method nor standard ones of Google's.
    func unknownNames(besides known: Set<String>) -> [String] {
        Set(fields.map(\.name)).filter { name in
            let name = FieldSpelling.camelCase(name) ?? name
            return !known.contains(name) && !Self.ofEveryMethod.contains(name)
        }.sorted()
    }

    /// Google's standard query parameters.
    private static let ofEveryMethod: Set<String> = [
        "$.xgafv", "accessToken", "alt", "callback", "fields", "key", "oauthToken", "prettyPrint", "quotaUser", "uploadProtocol",
        "uploadType",
    ]

    /// The values by name, if no name is repeated, and none is one that some programs read as a path into a structure.
    var once: [String: String]? {
        var once: [String: String] = [:]
        for (name, value) in fields {
            guard once.updateValue(value, forKey: name) == nil, !name.contains(where: { ".[]$".contains($0) }) else { return nil }
        }
        return once
    }

    /// Returns every value of a name, in order, and then those of the same name in snake case.
    package func all(_ name: String) -> [String] {
        let other = other(name)
        return all(named: name) + (other.map(all(named:)) ?? [])
    }
}
