import Testing
import VinculaCore

struct PurgeTests {
    @Test func `nothing of the squatter stays, and the account stays the account`() throws {
        let created = Timestamp(seconds: 1_800_000_000)
        var account = Account(id: AccountID("A"), createdAt: created, generation: 41)
        account.email = EmailAddress(canonical: "v@x.com")
        account.initialEmail = EmailAddress(canonical: "squatter@x.com")
        account.displayName = "<a href=…>verify</a>"
        account.photoURL = "https://evil.test"
        account.phone = PhoneNumber("+16505550100")
        account.password = PasswordRecord(hash: "hash", updatedAt: created)
        account.identities = [
            Identity(
                key: IdentityKey(provider: .facebook, issuer: "facebook.com", subject: "squatter"), email: nil,
                profile: Profile())
        ]
        account.customClaims = try CustomClaims(#"{"role":"member"}"#)

        account.purge(now: created.adding(seconds: 60))

        var expected = Account(id: AccountID("A"), createdAt: created, generation: 42)
        expected.email = EmailAddress(canonical: "v@x.com")
        expected.customClaims = try CustomClaims(#"{"role":"member"}"#)
        expected.validSince = created.seconds + 60
        #expect(account == expected)
        #expect(account.providers.isEmpty)
    }
}
