import Foundation
import Testing
import VinculaCore

/// What functions are told.
@Suite("Events of blocking functions")
struct BlockingEventTests {
    private static let scope = ProjectScope(project: "shop", tenant: "acme")
    private static let now = Timestamp(seconds: 1_700_000_000)

    private static var account: Account {
        var account = Account(id: AccountID("ana"), createdAt: now, generation: 7)
        account.email = EmailAddress("ana@example.com")
        account.displayName = "Ana"
        account.password = PasswordRecord(hash: "secret hash", updatedAt: now)
        account.identities = [
            Identity(
                key: IdentityKey(provider: .google, issuer: "https://accounts.google.com", subject: "g"),
                email: EmailAddress("ana@gmail.com"), profile: Profile(displayName: "Ana G", photoURL: "https://p.example/a"))
        ]
        account.customClaims = CustomClaims(stored: #"{"role":"admin"}"#)
        return account
    }

    private static func claims(_ event: BlockingEvent, _ forwarded: ForwardedCredentials = .init()) -> JSONValue {
        event.claims(
            id: "e-1", issuer: "https://securetoken.google.com/shop", audience: "https://f.example/hook",
            visit: BlockingVisit(client: ClientAddress("203.0.113.7"), userAgent: "Test/1", language: .spanish),
            forwarded: forwarded, now: now)
    }

    @Test("A sign-in has the names that firebase-functions reads, and neither password nor generation")
    func signIn() {
        let claims = Self.claims(
            BlockingEvent(signingInTo: Self.account, by: .init(provider: .password, isByMail: true), in: Self.scope))
        let texts = [
            "iss": "https://securetoken.google.com/shop", "aud": "https://f.example/hook", "event_id": "e-1", "sub": "ana",
            "event_type": "beforeSignIn", "sign_in_method": "emailLink", "tenant_id": "acme", "ip_address": "203.0.113.7",
            "user_agent": "Test/1", "locale": "es",
        ]
        for (name, text) in texts { #expect(claims[name]?.string == text, "\(name): \(claims.text)") }
        #expect(claims["iat"]?.int == 1_700_000_000 && claims["exp"]?.int == 1_700_000_300)
        let record = claims["user_record"]
        #expect(record?["uid"] == "ana" && record?["email"] == "ana@example.com" && record?["email_verified"] == false)
        #expect(record?["display_name"] == "Ana" && record?["disabled"] == false && record?["tenant_id"] == "acme")
        #expect(record?["custom_claims"]?["role"] == "admin")
        #expect(record?["metadata"]?["creation_time"]?.int == 1_700_000_000_000)
        guard case .array(let rows)? = record?["provider_data"] else { return #expect(Bool(false), "\(claims.text)") }
        #expect(rows.map { $0["provider_id"]?.string } == ["password", "google.com"])
        #expect(rows[1]["uid"] == "g" && rows[1]["photo_url"] == "https://p.example/a" && rows[1]["email"] == "ana@gmail.com")
        #expect(!claims.text.contains("secret hash") && claims["firebase"] == nil && claims["auth_time"] == nil)
    }

    @Test("Providers' tokens are passed on only as far as the project says; details that are too long are left out")
    func forwarded() {
        var credential = BlockingCredential()
        credential.idToken = "id"
        (credential.accessToken, credential.tokenSecret, credential.expiresIn) = ("access", "half", 3600)
        credential.refreshToken = "refresh"
        credential.userInfo = .object(["login": "ana"])
        credential.attributes = .object(["a": .string(String(repeating: "x", count: BlockingCredential.longestDetails))])
        let event = BlockingEvent(creating: Self.account, by: .init(provider: .github, credential: credential), in: Self.scope)
        let fields = ["oauth_id_token", "oauth_access_token", "oauth_token_secret", "oauth_expires_in", "oauth_refresh_token"]
        func sent(_ change: (inout ForwardedCredentials) -> Void) -> [String] {
            var forwarded = ForwardedCredentials()
            change(&forwarded)
            let claims = Self.claims(event, forwarded)
            #expect(claims["raw_user_info"]?.string == #"{"login":"ana"}"# && claims["sign_in_attributes"] == nil)
            return fields.filter { claims[$0] != nil }
        }
        #expect(sent { _ in } == [])
        #expect(sent { $0.idToken = true } == ["oauth_id_token"])
        #expect(sent { $0.accessToken = true } == ["oauth_access_token", "oauth_token_secret", "oauth_expires_in"])
        #expect(sent { $0.refreshToken = true } == ["oauth_refresh_token"])
    }

    @Test("Messages name their recipient and kind, and no account")
    func messages() throws {
        let mail = Self.claims(BlockingEvent(mailing: EmailAddress(canonical: "a@example.com"), .passwordReset, in: Self.scope))
        #expect(
            mail["email"] == "a@example.com" && mail["email_type"] == "PASSWORD_RESET" && mail["event_type"] == "beforeSendEmail")
        let number = try #require(PhoneNumber("+16505550100"))
        let text = Self.claims(BlockingEvent(texting: number, .secondFactor, in: Self.scope))
        #expect(text["phone_number"] == "+16505550100" && text["sms_type"] == "MULTI_FACTOR_SIGN_IN")
        for claims in [mail, text] { #expect(claims["user_record"] == nil && claims["sub"] == nil) }
    }

    @Test("T231 an answer is about the account as it was, whatever the time: everything else makes it another event")
    func fingerprint() {
        func event(_ change: (inout Account) -> Void = { _ in }) -> BlockingEvent {
            var account = Self.account
            change(&account)
            return BlockingEvent(signingInTo: account, by: .init(provider: .password), in: Self.scope)
        }
        let same = event().fingerprint
        #expect(event { $0.createdAt = Timestamp(seconds: 1) }.fingerprint == same)
        #expect(event { $0.lastSignInAt = Self.now }.fingerprint == same)
        func factor(_ id: String, enrolledAt seconds: Int64) -> SecondFactor {
            SecondFactor(
                id: SecondFactorID(id), displayName: nil, enrolledAt: Timestamp(seconds: seconds), sealedSecret: Data(),
                lastPeriod: 0)
        }
        let withFactor = event { $0.secondFactors = [factor("f", enrolledAt: 1)] }
        #expect(event { $0.secondFactors = [factor("f", enrolledAt: 2)] }.fingerprint == withFactor.fingerprint)
        #expect(event { $0.secondFactors = [factor("g", enrolledAt: 1)] }.fingerprint != withFactor.fingerprint)
        let factors = Self.claims(withFactor)["user_record"]?["multi_factor"]?["enrolled_factors"]
        #expect(factors?.text.contains("1970-01-01T00:00:01Z") == true, "Functions are told of it all the same.")
        let changes: [(inout Account) -> Void] = [
            { $0.email = EmailAddress("other@example.com") }, { $0.emailVerified = true }, { $0.isDisabled = true },
            { $0.identities = [] }, { $0.customClaims = nil }, { $0.displayName = nil }, { $0.password = nil },
            { $0.secondFactors = [factor("f", enrolledAt: 1)] },
        ]
        for (index, change) in changes.enumerated() { #expect(event(change).fingerprint != same, "\(index)") }
        let others = [
            BlockingEvent(creating: Self.account, by: .init(provider: .password), in: Self.scope),
            BlockingEvent(signingInTo: Self.account, by: .init(provider: .google), in: Self.scope),
            BlockingEvent(signingInTo: Self.account, by: .init(provider: .password, secondFactor: "totp"), in: Self.scope),
            BlockingEvent(signingInTo: Self.account, by: .init(provider: .password), in: ProjectScope(project: "shop")),
        ]
        for other in others { #expect(other.fingerprint != same) }
    }
}
