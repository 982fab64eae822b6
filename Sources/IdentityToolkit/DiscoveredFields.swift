/// The fields that one of Google's types has, whether or not this server does anything with them.
///
/// They are read off the table that scripts/write-enums.py makes of Google's discovery documents.
public struct DiscoveredFields: Sendable {
    /// What Google's documents say of a field.
    public struct Field: Sendable {
        /// Whether the field is answered, and passed over in requests.
        public let isReadOnly: Bool
        /// The type of its values, by name, where they are objects.
        fileprivate let type: String?

        /// The fields of its values; `nil` where they are no objects.
        public var inner: DiscoveredFields? { type.flatMap { DiscoveredFields($0) } }

        /// - Parameter line: `name`, `name!`, `name:Type` or `name!:Type`.
        fileprivate init(_ line: Substring) {
            let parts = line.split(separator: ":", maxSplits: 1)
            isReadOnly = parts.first?.last == "!"
            type = parts.count == 2 ? String(parts[1]) : nil
        }
    }

    private let byName: [String: Field]

    /// - Parameter type: The name of Google's type, without the prefix that all have.
    public init?(_ type: String) {
        guard let fields = Self.all[type] else { return nil }
        byName = fields
    }

    public subscript(name: String) -> Field? { byName[name] }

    private static let all: [String: [String: Field]] = table.mapValues { text in
        let lines = text.split(separator: "\n")
        return Dictionary(lines.map { (String($0.prefix { $0 != "!" && $0 != ":" }), Field($0)) }) { first, _ in first }
    }
}
