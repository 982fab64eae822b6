/// A project's rules for new passwords.
package struct PasswordPolicy: Hashable, Sendable, Codable {
    /// The lower limit of any policy's length (Firebase's), in characters.
    package static let shortest = 6
    /// The upper limit of what is hashed, in bytes.
    package static let longestBytes = 4096
    /// The characters that count as non-alphanumeric (Firebase's list).
    package static let nonAlphanumericCharacters: [String] = [
        "^", "$", "*", ".", "[", "]", "{", "}", "(", ")", "?", "\"", "!", "@", "#", "%", "&", "/", "\\", ",", ">", "<", "'",
        ":", ";", "|", "_", "~",
    ]

    /// True if the rules below apply; the shortest and longest length always do.
    package var isEnforced = false
    package var forceUpgradeOnSignIn = false
    /// In characters; at least ``shortest``.
    package var minimumLength = PasswordPolicy.shortest
    /// In characters; at most ``longestBytes``.
    package var maximumLength = PasswordPolicy.longestBytes
    package var needsLowercase = false
    package var needsUppercase = false
    package var needsNumeric = false
    package var needsNonAlphanumeric = false
    /// True if the most common passwords, the person's own address and the project's id are refused.
    package var refusesCommon = false
    /// The time at which an administrator last changed the policy.
    package var updatedAt: Timestamp?

    package init() {}

    /// The policy of a new project in production: eight characters, and none of those that attackers try first. No rule
    /// requires kinds of characters: such rules make people predictable (NIST SP 800-63B).
    package static let production: PasswordPolicy = {
        var policy = PasswordPolicy()
        policy.isEnforced = true
        policy.minimumLength = 8
        policy.refusesCommon = true
        return policy
    }()

    /// Checks a new password.
    ///
    /// - Parameters:
    ///   - password: The password as received; it is checked, and later hashed, byte for byte.
    ///   - email: The email of its account.
    ///   - project: The project that it is for.
    /// - Throws: ``AuthError/weakPassword(_:)``, ``AuthError/passwordTooLong`` or ``AuthError/passwordRequirements(_:)``
    ///   with every rule that it violates.
    package func check(_ password: String, email: EmailAddress? = nil, project: String? = nil) throws(AuthError) {
        guard password.utf8.count <= Self.longestBytes else { throw .passwordTooLong }
        guard password.count >= Self.shortest else {
            throw .weakPassword("Password should be at least \(Self.shortest) characters")
        }
        if refusesCommon { try checkGuessability(password, email: email, project: project) }
        guard isEnforced else { return }
        let broken = brokenRules(password)
        if !broken.isEmpty { throw .passwordRequirements(broken) }
    }

    private func checkGuessability(_ password: String, email: EmailAddress?, project: String?) throws(AuthError) {
        guard !CommonPasswords.contains(password) else { throw .weakPassword("Password is one of the most common ones") }
        let address = email.map { [$0.value, String($0.value.prefix { $0 != "@" })] } ?? []
        guard !CommonPasswords.repeats(password, oneOf: address + (project.map { [$0] } ?? [])) else {
            throw .weakPassword("Password is too similar to the email address or the project's name")
        }
    }

    private func brokenRules(_ password: String) -> [String] {
        let scalars = password.unicodeScalars
        var broken: [String] = []
        if password.count < minimumLength { broken.append("Password must contain at least \(minimumLength) characters") }
        if password.count > maximumLength { broken.append("Password may contain at most \(maximumLength) characters") }
        if needsLowercase, !scalars.contains(where: { ("a"..."z").contains($0) }) {
            broken.append("Password must contain a lower case character")
        }
        if needsUppercase, !scalars.contains(where: { ("A"..."Z").contains($0) }) {
            broken.append("Password must contain an upper case character")
        }
        if needsNumeric, !scalars.contains(where: { ("0"..."9").contains($0) }) {
            broken.append("Password must contain a numeric character")
        }
        if needsNonAlphanumeric, !password.contains(where: { Self.nonAlphanumericCharacters.contains(String($0)) }) {
            broken.append("Password must contain a non-alphanumeric character")
        }
        return broken
    }
}
