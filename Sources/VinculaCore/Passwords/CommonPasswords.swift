/// Passwords that attackers try first.
package enum CommonPasswords {
    private static let all = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))

    /// The number of passwords in the list.
    package static var count: Int { all.count }

    /// Indicates whether a password is in the list, ignoring case.
    package static func contains(_ password: String) -> Bool { all.contains(password.lowercased()) }

    /// Indicates whether a password is merely a word that any attacker knows: the person's own address, the project.
    ///
    /// - Parameters:
    ///   - password: The password, with or without digits and punctuation after the word.
    ///   - words: The address, its local part, the project's id; those shorter than four characters are ignored.
    static func repeats(_ password: String, oneOf words: [String]) -> Bool {
        let plain = password.lowercased()
        let stem = String(plain.reversed().drop { !$0.isLetter }.reversed())
        return words.contains { word in
            let word = word.lowercased()
            return word.count >= 4 && (word == plain || word == stem)
        }
    }
}
