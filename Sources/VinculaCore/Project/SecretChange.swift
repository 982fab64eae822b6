/// The effect of a configuration change on its secret.
///
/// A secret that was entered for one client or endpoint must not be sent to another: otherwise whoever may change the
/// configuration could read it there (T133).
package enum SecretChange: Hashable, Sendable {
    case keep
    case remove
    case replace(String)

    /// The text that replaces a secret in responses.
    package static let mask = "********"
    /// The longest secret, in bytes.
    package static let maximumLength = 4096

    /// Decides what happens to a secret.
    ///
    /// - Parameters:
    ///   - sent: The value that the administrator sent: `nil` for none, empty to remove it.
    ///   - isKept: `true` if there is a secret now.
    ///   - isElsewhere: `true` if the change makes the secret go to another client or endpoint.
    ///   - field: The secret's name on the wire.
    /// - Throws: ``AuthError/invalidConfig(_:)`` if the secret has to be entered again, or a mask was sent in its place.
    package static func decide(sent: String?, isKept: Bool, isElsewhere: Bool, field: String) throws(AuthError) -> SecretChange {
        if let sent, !isMask(sent) {
            guard sent.utf8.count <= maximumLength else {
                throw .invalidConfig("\(field) may have at most \(maximumLength) bytes.")
            }
            return sent.isEmpty ? .remove : .replace(sent)
        }
        guard sent == nil || isKept else {
            throw .invalidConfig("\(field) is a mask, not a secret. Send the secret itself, or leave it out.")
        }
        guard !isKept || !isElsewhere else {
            throw .invalidConfig(
                "\(field) was entered for another client or endpoint. Send \(field) again with this change, or an empty one to "
                    + "remove it.")
        }
        return .keep
    }

    /// True for a placeholder of a secret: only stars or dots, ours included.
    private static func isMask(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { "*•●·.…xX".contains($0) } || text == "REDACTED" || text == "[REDACTED]"
    }
}
