/// Passwords that guessers try first.
public enum CommonPasswords {
    private static let all = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))

    /// How many there are.
    public static var count: Int { all.count }

    /// Whether a password is one of them, in whatever mixture of capitals.
    public static func contains(_ password: String) -> Bool { all.contains(password.lowercased()) }

    /// Whether a password says no more than a word that everybody who guesses knows: the person's own address, the project.
    ///
    /// - Parameters:
    ///   - password: With or without digits and signs behind the word.
    ///   - words: The address, its local part, the project's id; those below four characters are passed over.
    static func repeats(_ password: String, oneOf words: [String]) -> Bool {
        let plain = password.lowercased()
        let stem = String(plain.reversed().drop { !$0.isLetter }.reversed())
        return words.contains { word in
            let word = word.lowercased()
            return word.count >= 4 && (word == plain || word == stem)
        }
    }
}
