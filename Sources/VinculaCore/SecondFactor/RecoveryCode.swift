package import Foundation

/// A code that stands in for a lost second factor, once: ten characters of Crockford's Base32, which are 50 bits.
///
/// The digits of an app or a message are fewer, so the two cannot be mistaken for each other.
package struct RecoveryCode: Hashable, Sendable {
    /// The number of characters, in two groups.
    package static let length = 10
    /// The longest text that is read as one, in bytes.
    package static let longestText = 64
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// The code without its hyphen, in capitals.
    package let characters: String

    /// Makes a code of random bytes, five bits of each.
    ///
    /// - Parameter random: At least ``length`` bytes.
    package init(random: Data) {
        characters = String(random.prefix(Self.length).map { Self.alphabet[Int($0 & 31)] })
    }

    /// Reads what somebody typed. Case, spaces and hyphens do not matter, nor does `O` for `0`, or `I` or `L` for `1`.
    ///
    /// - Returns: `nil` for a text that is no recovery code, such as an app's six digits.
    package init?(typed text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var characters = ""
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.isWhitespace || properties.generalCategory == .dashPunctuation { continue }
            guard scalar.isASCII else { return nil }
            let character = Self.alike[scalar] ?? Character(properties.uppercaseMapping)
            guard Self.alphabet.contains(character) else { return nil }
            characters.append(character)
        }
        guard characters.count == Self.length else { return nil }
        self.characters = characters
    }

    private static let alike: [Unicode.Scalar: Character] = ["o": "0", "O": "0", "i": "1", "I": "1", "l": "1", "L": "1"]

    /// The code as it is shown: `K7QM2-9XTRD`.
    package var text: String { "\(characters.prefix(Self.length / 2))-\(characters.suffix(Self.length / 2))" }
}

/// The recovery codes that an account got at a time. Their number falls with each use; the set stays until it is replaced, or
/// the last second factor is removed.
package struct RecoveryCodeSet: Hashable, Sendable {
    /// The number of codes in a new set.
    package static let size = 10

    /// The second factor's ID in sessions that one of the codes opened.
    package let id: SecondFactorID
    package let createdAt: Timestamp
    /// The sign-in of the person who had it made.
    package let createdBy: EnrollmentProof

    package init(id: SecondFactorID, createdAt: Timestamp, createdBy: EnrollmentProof) {
        self.id = id
        self.createdAt = createdAt
        self.createdBy = createdBy
    }
}

extension Account {
    /// Indicates whether a session gave something that counts as a second factor today: a factor that the account still has,
    /// or a recovery code of its present set.
    package func counts(_ secondFactor: SecondFactorID) -> Bool {
        secondFactors.contains { $0.id == secondFactor } || recoveryCodes?.id == secondFactor
    }
}
