/// What a change of a configuration does to the secret in it.
///
/// A secret that was entered for one client or endpoint must not go to another one: whoever may change the configuration
/// could otherwise read it there (T133).
public enum SecretChange: Hashable, Sendable {
    case keep
    case remove
    case replace(String)

    /// What stands in answers in a secret's place.
    public static let mask = "********"
    /// The longest secret, in bytes.
    public static let maximumLength = 4096

    /// Decides what becomes of a secret.
    ///
    /// - Parameters:
    ///   - sent: What the administrator sent: `nil` for nothing, empty to remove it.
    ///   - isKept: Whether there is a secret now.
    ///   - isElsewhere: Whether the change makes the secret go to another client or endpoint.
    ///   - field: The secret's name on the wire.
    /// - Throws: ``AuthError/invalidConfig(_:)`` where the secret has to be entered again, and for a mask in its place.
    public static func decide(sent: String?, isKept: Bool, isElsewhere: Bool, field: String) throws(AuthError) -> SecretChange {
        if let sent, !isMask(sent) {
            guard sent.utf8.count <= maximumLength else {
                throw .invalidConfig("\(field) may have \(maximumLength) bytes.")
            }
            return sent.isEmpty ? .remove : .replace(sent)
        }
        guard sent == nil || isKept else {
            throw .invalidConfig("\(field) is a mask and no secret. Send the secret itself, or leave it out.")
        }
        guard !isKept || !isElsewhere else {
            throw .invalidConfig(
                "\(field) was entered for another client or endpoint. Send \(field) again with this change, or an empty one to "
                    + "remove it.")
        }
        return .keep
    }

    /// Whether a text only stands for a secret: stars or dots and nothing else, ours among them.
    private static func isMask(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { "*•●·.…xX".contains($0) } || text == "REDACTED" || text == "[REDACTED]"
    }
}
