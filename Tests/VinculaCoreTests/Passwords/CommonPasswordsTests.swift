import Testing
import VinculaCore

struct CommonPasswordsTests {
    @Test func `there are enough of them`() {
        #expect(CommonPasswords.count == 4900)
    }

    @Test("capitals make no difference", arguments: ["123456", "password", "PassWord", "qwertyuiop", "trustno1", "iloveyou"])
    func contains(password: String) { #expect(CommonPasswords.contains(password)) }

    @Test("not an obvious guess", arguments: ["correct horse", "x7!kPq02", ""])
    func others(password: String) { #expect(!CommonPasswords.contains(password)) }

    @Test(
        "common guesses",
        arguments: [
            ("victoria", true), ("VICTORIA", true), ("victoria123!", true), ("victoria@example.com", true), ("victorian", false),
            ("my-shop1", true), ("my-shop", true), ("a victoria", false), ("12345678", false),
        ])
    func context(password: String, isRefused: Bool) throws {
        var policy = PasswordPolicy()
        policy.refusesCommon = true
        let email = try #require(EmailAddress("Victoria@example.com"))
        func check() throws(AuthError) { try policy.check(password, email: email, project: "my-shop") }
        if isRefused || password == "12345678" {
            #expect(throws: AuthError.self) { try check() }
        } else {
            #expect(throws: Never.self) { try check() }
        }
    }

    @Test func `the policy of production`() {
        let policy = ProjectSettings.production.passwordPolicy
        #expect(throws: AuthError.weakPassword("Password is one of the most common ones")) { try policy.check("123456") }
        #expect(throws: AuthError.passwordRequirements(["Password must contain at least 8 characters"])) {
            try policy.check("x7kPq0w")
        }
        // No kinds of characters are asked for.
        #expect(throws: Never.self) { try policy.check("mondscheinsonate") }
        #expect(throws: Never.self) { try ProjectSettings.development.passwordPolicy.check("123456") }
    }
}
