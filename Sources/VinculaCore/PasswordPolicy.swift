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
        guard !repeatsKnownWord(password, email: email, project: project) else {
            throw .weakPassword("Password is too similar to the email address or the project's name")
        }
    }

    private func repeatsKnownWord(_ password: String, email: EmailAddress?, project: String?) -> Bool {
        let address = email.map { [$0.value, String($0.value.prefix { $0 != "@" })] } ?? []
        return CommonPasswords.repeats(password, oneOf: address + (project.map { [$0] } ?? []))
    }

    private func brokenRules(_ password: String) -> [String] {
        shortfalls(inKindsOf: password, least: minimumLength, most: maximumLength).map { shortfall in
            switch shortfall {
            case .length(least: let least): "Password must contain at least \(least) characters"
            case .excess(most: let most): "Password may contain at most \(most) characters"
            case .lowercase: "Password must contain a lower case character"
            case .uppercase: "Password must contain an upper case character"
            case .digit: "Password must contain a numeric character"
            case .symbol: "Password must contain a non-alphanumeric character"
            case .common, .ownWord: "Password is easy to guess"
            }
        }
    }

    /// Returns everything that a new password lacks, to be told to the person at once.
    ///
    /// - Parameters:
    ///   - password: The password as received.
    ///   - email: The email of its account.
    ///   - project: The project that it is for.
    /// - Returns: Nothing for a password that ``check(_:email:project:)`` accepts.
    package func shortfalls(
        of password: String, email: EmailAddress? = nil, project: String? = nil
    ) -> [PasswordShortfall] {
        // Nothing else is asked of what is too long to be hashed.
        guard password.utf8.count <= Self.longestBytes else {
            return [.excess(most: isEnforced ? min(maximumLength, Self.longestBytes) : Self.longestBytes)]
        }
        let least = isEnforced ? max(minimumLength, Self.shortest) : Self.shortest
        var found =
            isEnforced
            ? shortfalls(inKindsOf: password, least: least, most: maximumLength)
            : password.count < least ? [.length(least: least)] : []
        if refusesCommon {
            if CommonPasswords.contains(password) { found.append(.common) }
            if repeatsKnownWord(password, email: email, project: project) { found.append(.ownWord) }
        }
        return found
    }

    /// Returns the lack of length and of kinds of characters, in the order of the rules.
    private func shortfalls(inKindsOf password: String, least: Int, most: Int) -> [PasswordShortfall] {
        let scalars = password.unicodeScalars
        var found: [PasswordShortfall] = []
        if password.count < least { found.append(.length(least: least)) }
        if password.count > most { found.append(.excess(most: most)) }
        if needsLowercase, !scalars.contains(where: { ("a"..."z").contains($0) }) { found.append(.lowercase) }
        if needsUppercase, !scalars.contains(where: { ("A"..."Z").contains($0) }) { found.append(.uppercase) }
        if needsNumeric, !scalars.contains(where: { ("0"..."9").contains($0) }) { found.append(.digit) }
        if needsNonAlphanumeric, !password.contains(where: { Self.nonAlphanumericCharacters.contains(String($0)) }) {
            found.append(.symbol)
        }
        return found
    }
}

/// A rule that a new password breaks.
package enum PasswordShortfall: Hashable, Sendable {
    /// It has fewer characters than this.
    case length(least: Int)
    /// It has more characters than this.
    case excess(most: Int)
    case lowercase
    case uppercase
    case digit
    case symbol
    /// It is one of the passwords that attackers try first.
    case common
    /// It is the person's own address or the project's name.
    case ownWord
}
