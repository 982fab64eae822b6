import Testing
import VinculaCore

struct AccountTests {
    private func account() -> Account { Account(id: AccountID("A"), createdAt: Timestamp(seconds: 0)) }

    @Test func `an account without a way in is anonymous`() {
        #expect(account().isAnonymous)
        var withEmail = account()
        withEmail.email = EmailAddress(canonical: "v@x.com")
        #expect(!withEmail.isAnonymous)
        #expect(withEmail.providers.isEmpty)
        var withPhone = account()
        withPhone.phone = PhoneNumber("+16505550100")
        #expect(!withPhone.isAnonymous)
        #expect(withPhone.providers == [.phone])
        var ofBackend = account()
        ofBackend.hasCustomToken = true
        #expect(!ofBackend.isAnonymous && ofBackend.providers.isEmpty)
    }

    @Test func `providers come in the order password, identities, phone`() {
        var account = account()
        account.phone = PhoneNumber("+16505550100")
        account.password = PasswordRecord(hash: "hash", updatedAt: Timestamp(seconds: 0))
        // A password that an administrator gave an account without an email leads nowhere.
        #expect(account.providers == [.phone])
        account.email = EmailAddress(canonical: "v@x.com")
        account.identities += [ProviderID.google, .apple].map {
            Identity(key: IdentityKey(provider: $0, issuer: "i", subject: "s"), email: nil, profile: Profile())
        }
        #expect(account.providers == [.password, .google, .apple, .phone])
        #expect(account.identity(of: .apple)?.key.provider == .apple)
        #expect(account.identity(of: .github) == nil)
    }
}
