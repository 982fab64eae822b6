import Testing
import VinculaCore

@Suite struct CustomTokenRulesTests {
    private let now = Timestamp(seconds: 1_700_000_000)

    private func claims(_ more: [String: JSONValue?] = [:]) -> JSONValue {
        let good: [String: JSONValue] = [
            "iss": "a@p.iam.gserviceaccount.com", "sub": "a@p.iam.gserviceaccount.com",
            "aud": .string(CustomTokenRules.audience), "uid": "ana", "iat": .integer(now.seconds),
            "exp": .integer(now.seconds + 3600),
        ]
        var claims = good
        for (name, value) in more { claims[name] = value }
        return .object(claims)
    }

    /// The error's case, without its text.
    private func refusal(_ body: () throws(AuthError) -> CustomTokenFacts) -> AuthError? {
        do {
            _ = try body()
            return nil
        } catch {
            if case .invalidCustomToken = error { return .invalidCustomToken("") }
            return error
        }
    }

    @Test func aGoodTokenSaysWhoItIsAndNoMore() throws {
        let facts = try CustomTokenRules.check(claims(["email": "boss@x.com", "admin": true]), now: now)
        #expect(facts.account == AccountID("ana") && facts.tenant.isEmpty && facts.claims == nil)
        let full = try CustomTokenRules.check(claims(["claims": .object(["b": 1, "a": "x"]), "tenant_id": "t"]), now: now)
        #expect(full.tenant == "t" && full.claims?.text == #"{"a":"x","b":1}"#)
        // What somebody else's library writes for nothing.
        #expect(try CustomTokenRules.check(claims(["tenant_id": .null]), now: now).tenant.isEmpty)
        #expect(try CustomTokenRules.signer(claims()) == "a@p.iam.gserviceaccount.com")
    }

    @Test func timesHoldToTheSecond() {
        for (iat, exp, holds) in [
            (0, 3600, true), (0, 3601, false), (60, 3660, true), (61, 3661, false), (-3599, 1, true), (-3600, 0, false),
            (-10, -5, false), (10, 10, false), (10, 5, false), (-1_700_000_000, 60, false),
        ] as [(Int64, Int64, Bool)] {
            let claims = claims(["iat": .integer(now.seconds + iat), "exp": .integer(now.seconds + exp)])
            let refusal = refusal { () throws(AuthError) in try CustomTokenRules.check(claims, now: now) }
            #expect((refusal == nil) == holds, "\(iat) \(exp)")
        }
    }

    @Test func whoeverSentAnOldTokenLearnsWhenItExpiredAndWhatToDo() {
        func text(issued: Int64) -> String? {
            let claims = claims(["iat": .integer(issued), "exp": .integer(issued + 3600)])
            do {
                _ = try CustomTokenRules.check(claims, now: now)
                return nil
            } catch .invalidCustomToken(let text) {
                return text
            } catch {
                return "another error"
            }
        }
        #expect(
            text(issued: now.seconds - 4200)
                == "The token expired at 2023-11-14T22:03:20Z, and it is 2023-11-14T22:13:20Z here. "
                + "Custom tokens live for an hour at most: make a new one for each sign-in.")
        #expect(
            text(issued: now.seconds + 600)
                == "The token is not valid before 2023-11-14T22:23:20Z, and it is 2023-11-14T22:13:20Z here: "
                + "set the clock of the machine that made it.")
        #expect(text(issued: .max - 3600)?.hasPrefix("The token is not valid before a time after the year 9999") == true)
        #expect(text(issued: now.seconds) == nil)
    }

    @Test func eachRuleRefuses() {
        let invalid = AuthError.invalidCustomToken("")
        let long = String(repeating: "x", count: 129)
        for (change, error) in [
            (["aud": "p"], invalid), (["aud": .array([.string(CustomTokenRules.audience)])], invalid), (["aud": nil], invalid),
            (["iss": nil], invalid), (["iss": ""], invalid), (["iss": 1], invalid), (["sub": nil], invalid),
            (["sub": "b@p.iam.gserviceaccount.com"], invalid), (["iss": .string(String(repeating: "x", count: 321))], invalid),
            (["iat": nil], invalid), (["exp": nil], invalid), (["iat": "1700000000"], invalid),
            (["exp": .number(1_700_000_100.5)], invalid),
            (["iat": .integer(.max)], invalid), (["iat": .integer(.min)], invalid), (["exp": .integer(.max)], invalid),
            (["uid": nil], .missingIdentifier), (["uid": ""], .missingIdentifier), (["uid": .null], .missingIdentifier),
            (["uid": 7], invalid), (["uid": .string(long)], invalid), (["uid": "\u{e9}"], invalid), (["uid": "a\nb"], invalid),
            (["tenant_id": 1], invalid), (["claims": .null], .invalidClaims), (["claims": .array([])], .invalidClaims),
            (["claims": "{}"], .invalidClaims), (["claims": .object(["iss": "x"])], .forbiddenClaim("iss")),
            (["claims": .object(["a": .string(String(repeating: "x", count: 1000))])], .claimsTooLarge),
        ] as [([String: JSONValue?], AuthError)] {
            let claims = claims(change)
            #expect(refusal { () throws(AuthError) in try CustomTokenRules.check(claims, now: now) } == error, "\(change)")
        }
    }

    @Test func reservedNamesAreFirebases() {
        for name in [
            "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti", "nbf",
            "nonce",
            "sub",
        ] {
            let claims = claims(["claims": .object([name: 1])])
            #expect(
                refusal { () throws(AuthError) in try CustomTokenRules.check(claims, now: now) } == .forbiddenClaim(name))
        }
    }

    @Test func claimsMayHaveAThousandBytes() throws {
        let most = JSONValue.object(["a": .string(String(repeating: "x", count: 992))])
        #expect(most.text.utf8.count == 1000)
        #expect(try CustomTokenRules.check(claims(["claims": most]), now: now).claims?.text == most.text)
    }

    @Test func unsignedTokensMayBeOldAndPlain() throws {
        func account(_ claims: JSONValue, isJWT: Bool = false) throws -> String {
            try CustomTokenRules.checkUnsigned(claims, isJWT: isJWT).account.value
        }
        #expect(try account(.object(["uid": "ana"])) == "ana")
        #expect(try account(.object(["uid": 12])) == "12")
        #expect(try account(.object(["uid": "", "user_id": "bob"])) == "bob")
        #expect(try account(.object(["uid": "ana", "user_id": "bob"])) == "ana")
        #expect(try account(claims(["exp": 1, "iat": nil, "iss": nil]), isJWT: true) == "ana")
        #expect(throws: AuthError.self) { try account(.object(["uid": "ana"]), isJWT: true) }
        #expect(throws: AuthError.missingIdentifier) { try account(.object(["claims": .object([:])])) }
        #expect(throws: AuthError.forbiddenClaim("sub")) { try account(.object(["uid": "a", "claims": .object(["sub": 1])])) }
    }

    @Test func keysAreGoodUntilTheyExpireOrAreDisabled() {
        for (expiresIn, isDisabled, isGood) in [
            (nil, false, true), (1, false, true), (0, false, false), (-1, false, false), (nil, true, false), (1, true, false),
        ] as [(Int64?, Bool, Bool)] {
            let key = CustomTokenKey(
                project: "p", serviceAccount: "a@p", id: "k", publicKey: "{}",
                expiresAt: expiresIn.map { now.adding(seconds: $0) },
                isDisabled: isDisabled, createdAt: now)
            #expect(key.isGood(now: now) == isGood)
        }
    }

    @Test func onlyAnOwnerThatIsNotDisabledSigns() {
        for (role, isDisabled, maySign) in [
            (.owner, false, true), (.owner, true, false), (.viewer, false, false), (.viewer, true, false),
        ] as [(ServiceAccount.Role, Bool, Bool)] {
            let account = ServiceAccount(
                email: "a@p", project: "p", clientID: "1", role: role, isDisabled: isDisabled, createdAt: now)
            #expect(account.maySignCustomTokens == maySign)
        }
    }

    @Test func namesOfForeignKeys() {
        for (text, isName) in [
            ("a@p.iam.gserviceaccount.com", true), ("a@b", true), ("", false), ("a", false), ("@b", false), ("a@", false),
            ("a@b@c", false), ("a b@c", false), ("\u{e9}@c", false), (String(repeating: "a", count: 320) + "@b", false),
        ] { #expect(CustomTokenKey.isServiceAccount(text) == isName, "\(text)") }
        for (text, isID) in [("k", true), ("", false), ("a b", false), (String(repeating: "a", count: 257), false)] {
            #expect(CustomTokenKey.isID(text) == isID, "\(text)")
        }
    }
}
