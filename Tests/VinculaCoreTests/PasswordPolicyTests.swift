import Testing
import VinculaCore

struct PasswordPolicyTests {
    @Test func `six characters are the least, whether a policy holds or not`() {
        let weak = AuthError.weakPassword("Password should be at least 6 characters")
        #expect(throws: weak) { try PasswordPolicy().check("12345") }
        #expect(throws: weak) { try PasswordPolicy().check("") }
        #expect(throws: Never.self) { try PasswordPolicy().check("123456") }
    }

    @Test func `characters count, not bytes`() {
        #expect(throws: Never.self) { try PasswordPolicy().check("\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}") }
        #expect(throws: AuthError.self) { try PasswordPolicy().check("\u{1F600}\u{1F600}") }
    }

    @Test func `nothing longer than 4096 bytes is hashed`() {
        #expect(throws: Never.self) { try PasswordPolicy().check(String(repeating: "a", count: 4096)) }
        #expect(throws: AuthError.passwordTooLong) { try PasswordPolicy().check(String(repeating: "a", count: 4097)) }
        #expect(throws: AuthError.passwordTooLong) { try PasswordPolicy().check(String(repeating: "\u{E9}", count: 2049)) }
    }

    @Test func `rules that are not enforced do not hold`() {
        var policy = Self.strict
        policy.isEnforced = false
        #expect(throws: Never.self) { try policy.check("aaaaaa") }
    }

    @Test(
        "each rule by itself",
        arguments: [
            ("abcdef1!", "Password must contain an upper case character"),
            ("ABCDEF1!", "Password must contain a lower case character"),
            ("ABCdefg!", "Password must contain a numeric character"),
            ("ABCdefg1", "Password must contain a non-alphanumeric character"),
            ("ABCde1!", "Password must contain at least 8 characters"),
            ("ABCdefghijkl1!", "Password may contain at most 12 characters"),
        ])
    func rule(password: String, broken: String) {
        #expect(throws: AuthError.passwordRequirements([broken])) { try Self.strict.check(password) }
    }

    @Test func `every broken rule is named at once`() {
        guard let error = #expect(throws: AuthError.self, performing: { try Self.strict.check("------") }),
            case .passwordRequirements(let broken) = error
        else { return }
        // A dash is on no list.
        #expect(broken.count == 5)
    }

    @Test(
        "all that a password lacks is named at once, whatever refuses it",
        arguments: [
            ("", [.length(least: 8), .lowercase, .uppercase, .digit, .symbol]),
            ("abc", [.length(least: 8), .uppercase, .digit, .symbol]),
            ("ABCdefghijkl1!", [.excess(most: 12)]), ("ABCdef1!", []),
            ("password", [.uppercase, .digit, .symbol, .common]),
            ("ana.lovelace1", [.excess(most: 12), .uppercase, .ownWord]),
            (String(repeating: "aA1!", count: 1025), [.excess(most: 12)]),
        ] as [(String, [PasswordShortfall])])
    func shortfalls(password: String, missing: [PasswordShortfall]) {
        var policy = Self.strict
        policy.refusesCommon = true
        let email = EmailAddress("ana.lovelace@example.com")
        #expect(policy.shortfalls(of: password, email: email, project: "shop") == missing)
        let isRefused = (try? policy.check(password, email: email, project: "shop")) == nil
        #expect(isRefused == !missing.isEmpty)
    }

    @Test func `without a policy only the shortest length, what is common and one's own words are named`() {
        var policy = PasswordPolicy()
        policy.minimumLength = 10
        policy.needsNumeric = true
        #expect(policy.shortfalls(of: "abcdef").isEmpty)
        #expect(policy.shortfalls(of: "abcde") == [.length(least: 6)])
        #expect(policy.shortfalls(of: String(repeating: "a", count: 4097)) == [.excess(most: 4096)])
        policy.refusesCommon = true
        #expect(policy.shortfalls(of: "password") == [.common])
        #expect(policy.shortfalls(of: "wool-shop", project: "wool-shop") == [.ownWord])
    }

    @Test func `letters and digits of other scripts are not the ones that are asked for`() {
        #expect(throws: AuthError.self) { try Self.strict.check("\u{410}\u{411}\u{430}\u{431}\u{661}\u{662}!!") }
    }

    @Test("each special character counts", arguments: PasswordPolicy.nonAlphanumericCharacters)
    func special(character: String) {
        #expect(throws: Never.self) { try Self.strict.check("ABCdef1\(character)") }
    }

    private static let strict = {
        var policy = PasswordPolicy()
        policy.isEnforced = true
        policy.minimumLength = 8
        policy.maximumLength = 12
        policy.needsLowercase = true
        policy.needsUppercase = true
        policy.needsNumeric = true
        policy.needsNonAlphanumeric = true
        return policy
    }()
}
