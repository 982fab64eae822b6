/// A project's API key: it identifies the project that an app belongs to, and says nothing about the caller.
///
/// Every copy of the app contains it. It is an identifier, not a secret, and is stored as it is.
package struct APIKey: Hashable, Sendable {
    /// `AIza` and 35 characters, the only form that Firebase's clients accept.
    package let key: String
    package let project: String
    /// The owner's name for the key.
    package var label: String
    package let createdAt: Timestamp
    /// The methods and addresses that it is restricted to.
    package var restrictions: APIKeyRestrictions
    /// When it was last used, to the hour; `nil` if it never was, as far as is known.
    package var lastUsedAt: Timestamp?

    package init(
        key: String, project: String, label: String, createdAt: Timestamp, restrictions: APIKeyRestrictions = .none,
        lastUsedAt: Timestamp? = nil
    ) {
        self.key = key
        self.project = project
        self.label = label
        self.createdAt = createdAt
        self.restrictions = restrictions
        self.lastUsedAt = lastUsedAt
    }

    /// The time for which a use is not noted again, in milliseconds.
    package static let useInterval: Int64 = 3_600_000

    /// Indicates whether a use is noted.
    package func isWorthNoting(useAt now: Timestamp) -> Bool {
        lastUsedAt.map { now.milliseconds - $0.milliseconds >= Self.useInterval } ?? true
    }

    /// The beginning of every key.
    package static let prefix = "AIza"
    /// The number of characters after ``prefix``.
    package static let randomLength = 35
    /// The longest label, in bytes.
    package static let longestLabel = 100

    /// Indicates whether a text has the form of a key, so that nothing else is looked up.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == prefix.utf8.count + randomLength && text.hasPrefix(prefix)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}
