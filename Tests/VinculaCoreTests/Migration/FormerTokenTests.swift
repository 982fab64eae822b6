import Testing
import VinculaCore

/// Tokens of the server that a project left, and what they open.
@Suite("Tokens of a former server")
struct FormerTokenTests {
    private static let now = Timestamp(seconds: 1_000_000)
    private static let good: [String: JSONValue] = [
        "iss": "https://securetoken.google.com/old", "aud": "old", "sub": "ana", "user_id": "ana", "iat": .integer(999_000),
        "exp": .integer(1_002_600), "auth_time": .integer(500_000), "role": "editor", "email": "ana@example.com",
        "firebase": .object(["sign_in_provider": "password", "identities": .object([:])]),
    ]

    private static func check(_ changes: [String: JSONValue?]) -> FormerTokenFacts? {
        var claims = good
        for (name, value) in changes { claims[name] = value }
        return try? FormerTokenRules.check(.object(claims), of: "old", now: now)
    }

    @Test("A good token's facts are those of its sign-in")
    func goodToken() throws {
        let facts = try #require(Self.check([:]))
        #expect(facts.account == AccountID("ana") && facts.tenant.isEmpty && facts.authTime == Timestamp(seconds: 500_000))
        #expect(facts.signInProvider == .password && facts.secondFactor == nil && facts.claims == ["role": "editor"])
        let factor = JSONValue.object([
            "sign_in_provider": "google.com", "second_factor_identifier": "f", "tenant": "t",
        ])
        let more = try #require(Self.check(["firebase": factor]))
        #expect(more.secondFactor == SecondFactorID("f") && more.tenant == "t" && more.signInProvider == .google)
    }

    private static let refused: [(String, [String: JSONValue?])] = [
        ("another issuer", ["iss": "https://securetoken.google.com/other"]), ("another audience", ["aud": "other"]),
        ("several audiences", ["aud": .array(["old"])]), ("a session cookie", ["iss": "https://session.firebase.google.com/old"]),
        ("no subject", ["sub": .none]), ("an empty subject", ["sub": "", "user_id": ""]), ("two subjects", ["user_id": "bea"]),
        ("a long subject", ["sub": .string(String(repeating: "a", count: 129))]), ("no times", ["iat": .none]),
        ("expired", ["exp": .integer(1_000_000)]), ("from the future", ["iat": .integer(1_000_061), "exp": .integer(1_002_000)]),
        ("too long", ["exp": .integer(1_002_601)]), ("ends before it begins", ["exp": .integer(998_000)]),
        ("an endless life", ["iat": .integer(.max - 1), "exp": .integer(.max)]), ("no sign-in time", ["auth_time": .none]),
        ("a sign-in after its issue", ["auth_time": .integer(999_061)]), ("a sign-in before time", ["auth_time": .integer(0)]),
        ("a time as a text", ["exp": "1002600"]), ("a time with a fraction", ["exp": .number(1_002_600.5)]),
        ("no provider", ["firebase": .object([:])]), ("no firebase", ["firebase": .none]),
        ("a tenant that is no text", ["firebase": .object(["sign_in_provider": "password", "tenant": .integer(1)])]),
        ("an empty tenant", ["firebase": .object(["sign_in_provider": "password", "tenant": ""])]),
    ]

    @Test("Anything else is refused", arguments: refused)
    func badToken(_ what: String, _ changes: [String: JSONValue?]) { #expect(Self.check(changes) == nil, "\(what)") }

    @Test("What can be a refresh token")
    func refreshTokens() {
        #expect(FormerTokenRules.isRefreshToken("AMf-vBx"))
        for text in ["", "a b", "a\n", "\u{E9}", String(repeating: "a", count: 4097)] {
            #expect(!FormerTokenRules.isRefreshToken(text))
        }
    }

    @Test("The claims of a custom token are those whose names the account there does not have")
    func customClaims() throws {
        let firebase = JSONValue.object(["sign_in_provider": "custom"])
        let facts = try #require(Self.check(["firebase": firebase, "tier": "gold"]))
        #expect(facts.sessionClaims(accountHas: #"{"role":"viewer"}"#)?.members == ["tier": "gold"])
        #expect(facts.sessionClaims(accountHas: nil)?.members == ["tier": "gold", "role": "editor"])
        #expect(facts.sessionClaims(accountHas: "nonsense") == nil)
        #expect(try #require(Self.check(["tier": "gold"])).sessionClaims(accountHas: nil) == nil)
    }

    private struct Case {
        let what: String
        var exists = true
        var disabled = false
        var isMarked = true
        var generation: Int64 = 7
        var formerValidSince: Int64?
        var validSince: Int64?
        var leftValidSince: Int64?
        let outcome: Result<Int64?, AuthError>
    }

    @Test("Who goes on here: every combination")
    func admission() throws {
        // The sign-in was at 500,000.
        let cases = [
            Case(what: "nobody", exists: false, outcome: .failure(.userNotFound)),
            Case(what: "disabled", disabled: true, outcome: .failure(.userDisabled)),
            Case(what: "not imported", isMarked: false, outcome: .failure(.tokenExpired)),
            Case(what: "changed here", generation: 8, outcome: .failure(.tokenExpired)),
            Case(what: "revoked there", formerValidSince: 500_001, outcome: .failure(.tokenExpired)),
            Case(what: "valid there", formerValidSince: 500_000, outcome: .success(nil)),
            Case(what: "imported later", validSince: 900_000, leftValidSince: 900_000, outcome: .success(500_000)),
            Case(what: "moved before", validSince: 400_000, leftValidSince: 400_000, outcome: .success(400_000)),
            Case(what: "revoked here", validSince: 950_000, leftValidSince: 900_000, outcome: .failure(.tokenExpired)),
            Case(
                what: "revoked here before the import", validSince: 600_000, leftValidSince: 900_000,
                outcome: .failure(.tokenExpired)),
            Case(what: "revoked here, but earlier", validSince: 450_000, leftValidSince: 900_000, outcome: .success(450_000)),
        ]
        let facts = try #require(Self.check([:]))
        for entry in cases {
            var account = Account(id: AccountID("ana"), createdAt: Self.now, generation: entry.generation)
            account.isDisabled = entry.disabled
            account.validSince = entry.validSince
            let mark = ImportMark(
                generation: 7, formerValidSince: entry.formerValidSince, validSince: entry.leftValidSince)
            let outcome = Result { () throws(AuthError) in
                let (account, left) = try ImportMark.admit(
                    facts, to: entry.exists ? account : nil, entry.isMarked ? mark : nil)
                #expect(account.validSince == 500_000 ? left.validSince == 500_000 : left == mark, "\(entry.what)")
                return account.validSince
            }
            #expect(outcome == entry.outcome, "\(entry.what)")
        }
    }

    @Test("A migration ends within 180 days")
    func period() throws {
        let day: Int64 = 24 * 3600
        try FormerProject.check(until: Self.now.adding(seconds: 180 * day), now: Self.now)
        for seconds in [0, -1, 180 * day + 1] {
            #expect(throws: AuthError.self) {
                try FormerProject.check(until: Self.now.adding(seconds: seconds), now: Self.now)
            }
        }
        let former = FormerProject(id: "old", server: nil, sealedAPIKey: "", beganAt: Self.now, until: Self.now)
        #expect(!former.isOpen(now: Self.now) && former.isOpen(now: Self.now.adding(seconds: -1)))
    }
}
