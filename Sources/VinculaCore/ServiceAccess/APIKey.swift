/// A project's API key: it says for which project an app calls, and nothing of who calls.
///
/// It stands in every copy of the app. It is an identifier, not a secret, and is kept as it is.
public struct APIKey: Hashable, Sendable {
    /// `AIza` and 35 characters, the one form that Firebase's clients take.
    public let key: String
    public let project: String
    /// What its owner calls it.
    public let label: String
    public let createdAt: Timestamp

    public init(key: String, project: String, label: String, createdAt: Timestamp) {
        self.key = key
        self.project = project
        self.label = label
        self.createdAt = createdAt
    }

    /// What every key begins with.
    public static let prefix = "AIza"
    /// How many characters follow ``prefix``.
    public static let randomLength = 35
    /// The longest label, in bytes.
    public static let longestLabel = 100

    /// Whether a text can be a key at all, so that nothing else is looked up.
    public static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == prefix.utf8.count + randomLength && text.hasPrefix(prefix)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}
