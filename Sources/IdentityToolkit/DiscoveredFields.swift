/// The fields of one of Google's types, whether or not this server uses them.
///
/// They come from the table that scripts/write-enums.py generates from Google's discovery documents.
public struct DiscoveredFields: Sendable {
    /// The properties of a field in Google's documents.
    public struct Field: Sendable {
        /// Indicates whether the field appears only in responses and is ignored in requests.
        public let isReadOnly: Bool
        /// The name of the type of its values, if they are objects.
        fileprivate let type: String?

        /// The fields of its values; `nil` if they are not objects.
        public var inner: DiscoveredFields? { type.flatMap { DiscoveredFields($0) } }

        /// - Parameter line: `name`, `name!`, `name:Type` or `name!:Type`.
        fileprivate init(_ line: Substring) {
            let parts = line.split(separator: ":", maxSplits: 1)
            isReadOnly = parts.first?.last == "!"
            type = parts.count == 2 ? String(parts[1]) : nil
        }
    }

    private let byName: [String: Field]

    /// Looks up a type.
    ///
    /// - Parameter type: The name of Google's type, without the common prefix.
    public init?(_ type: String) {
        guard let fields = Self.all[type] else { return nil }
        byName = fields
    }

    /// Returns the field with a name; `nil` if Google's type has none.
    public subscript(name: String) -> Field? { byName[name] }

    private static let all: [String: [String: Field]] = table.mapValues { text in
        let lines = text.split(separator: "\n")
        return Dictionary(lines.map { (String($0.prefix { $0 != "!" && $0 != ":" }), Field($0)) }) { first, _ in first }
    }
}
