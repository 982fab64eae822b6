package import VinculaCore

/// `name=value&…`, percent-decoded, in order.
package struct FormFields: Sendable {
    /// The longest name of a field, in bytes.
    private static let longestName = 256

    package let all: [(name: String, value: String)]

    /// Reads a query or the body of a form.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a name that is too long, and for text that is not stream-safe: whoever
    ///   compares such a text with anything works on it for minutes.
    package init(_ text: Substring) throws(AuthError) {
        // By bytes: what separates is ASCII, and to look for characters costs ten times as much.
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

    /// The body of a form.
    init(_ body: ReceivedBody) throws(AuthError) { try self.init(String(decoding: body.bytes, as: UTF8.self)) }

    /// The fields by name; of repeated ones the first counts.
    package var byName: [String: String] { Dictionary(all.map { ($0.name, $0.value) }) { first, _ in first } }
}

/// The query of a URL; of repeated names the first counts, where not all do.
package struct QueryParameters: Sendable {
    private let values: [String: [String]]

    /// - Throws: ``AuthError/invalidArgument(_:)``, as ``FormFields``.
    package init(_ query: String?) throws(AuthError) {
        var values: [String: [String]] = [:]
        for field in try FormFields(query ?? "").all { values[field.name, default: []].append(field.value) }
        self.values = values
    }

    /// The first value of a name, or of the same name in snake case.
    package subscript(name: String) -> String? { values[name]?.first ?? values[FieldSpelling.snakeCase(name)]?.first }

    /// The API key in a link, if it can be one: the link may have been changed on its way.
    static func key(_ text: String?) -> String? {
        guard let text, (1...128).contains(text.utf8.count) else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_".utf8.contains(byte)
        }
        return isPlain ? text : nil
    }

    /// The names that are neither among those that a method has nor among those that every method of Google's has.
    func unknownNames(besides known: Set<String>) -> [String] {
        values.keys.filter { name in
            let name = FieldSpelling.camelCase(name) ?? name
            return !known.contains(name) && !Self.ofEveryMethod.contains(name)
        }.sorted()
    }

    /// Google's standard query parameters.
    private static let ofEveryMethod: Set<String> = [
        "$.xgafv", "accessToken", "alt", "callback", "fields", "key", "oauthToken", "prettyPrint", "quotaUser", "uploadProtocol",
        "uploadType",
    ]

    /// Every value of a name, in order, and then those of the same name in snake case.
    package func all(_ name: String) -> [String] {
        let other = FieldSpelling.snakeCase(name)
        return (values[name] ?? []) + (other == name ? [] : values[other] ?? [])
    }
}
