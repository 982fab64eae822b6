import Testing
import VinculaCore

struct UnlinkingTests {
    private let email = EmailAddress(canonical: "v@x.com")

    private func account(
        password: Bool = false, phone: Bool = false, identities: [(ProviderID, email: EmailAddress?)] = []
    ) -> Account {
        var account = Account(id: AccountID("A"), createdAt: Timestamp(seconds: 0))
        if password {
            account.email = email
            account.emailVerified = true
            account.password = PasswordRecord(hash: "hash", updatedAt: Timestamp(seconds: 0))
        }
        account.identities = identities.map {
            Identity(key: IdentityKey(provider: $0, issuer: "i", subject: "s"), email: $1, profile: Profile())
        }
        if phone { account.phone = PhoneNumber("+16505550100") }
        return account
    }

    private func removing(_ providers: [ProviderID], from account: Account, allowsLast: Bool = false) throws -> Account {
        var account = account
        try Unlinking.remove(providers, from: &account, allowsLast: allowsLast)
        return account
    }

    @Test func `an identity goes, the rest stays`() throws {
        let before = account(password: true, phone: true, identities: [(.google, email: email), (.facebook, email: nil)])
        let after = try removing([.google], from: before)
        #expect(after.providers == [.password, .facebook, .phone])
        #expect(after.email == email && after.emailVerified)
    }

    @Test func `the password takes the email with it`() throws {
        let after = try removing([.password], from: account(password: true, identities: [(.facebook, email: nil)]))
        #expect(after.password == nil && after.email == nil && !after.emailVerified)
        #expect(after.providers == [.facebook])
    }

    @Test func `unless an identity that stays carries the same email`() throws {
        let before = account(password: true, identities: [(.google, email: email)])
        let after = try removing([.password], from: before)
        #expect(after.password == nil && after.email == email && after.emailVerified)
        #expect(try removing([.password, .google], from: before, allowsLast: true).email == nil)
    }

    @Test func `the phone goes alone`() throws {
        let after = try removing([.phone], from: account(password: true, phone: true))
        #expect(after.phone == nil && after.providers == [.password])
    }

    @Test(
        "T034 the last sign-in method cannot be removed unless the project allows it",
        arguments: [ProviderID.google, .password, .phone])
    func last(provider: ProviderID) throws {
        let before =
            switch provider {
            case .password: account(password: true)
            case .phone: account(phone: true)
            default: account(identities: [(provider, email: nil)])
            }
        var unchanged = before
        #expect(throws: AuthError.lastSignInMethod) {
            try Unlinking.remove([provider], from: &unchanged, allowsLast: false)
        }
        #expect(unchanged == before)
        #expect(try removing([provider], from: before, allowsLast: true).providers.isEmpty)
    }

    @Test func `unlinking everything at once counts as unlinking the last`() {
        let before = account(password: true, phone: true, identities: [(.google, email: email)])
        #expect(throws: AuthError.lastSignInMethod) { try removing([.google, .phone, .password], from: before) }
    }

    @Test func `absent sign-in methods are ignored`() throws {
        let before = account(password: true)
        #expect(try removing([.google, ProviderID("")], from: before) == before)
        #expect(try removing([], from: before) == before)
        // Nothing to lose.
        #expect(try removing([.google], from: account()) == account())
    }
}
