import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct TokenMintTests {
    private func claims(_ signedIn: SignedIn) throws -> JSONValue { try #require(JSONWebToken(signedIn.tokens.idToken)).claims }

    @Test func `the claims are Firebase's`() async throws {
        try await TestEngine.run { test in
            let federated = try #require(
                try await test.present(.of(.google, "g-1", email: "v@gmail.com", name: "V")).signedIn)
            try await test.administer(federated.account.id) {
                $0.phoneNumber = "+16505550100"
                $0.photoURL = "https://x.test/v.png"
            }
            test.clock.advance(seconds: 10)
            let claims = try claims(try await test.refresh(federated))
            let now = test.clock.now.seconds
            let id = JSONValue.string(federated.account.id.value)
            #expect(
                claims
                    == .object([
                        "iss": "https://issuer.test/demo", "aud": "demo", "sub": id, "user_id": id,
                        "auth_time": .integer(now - 10), "iat": .integer(now), "exp": .integer(now + 3600),
                        "email": "v@gmail.com", "email_verified": true, "phone_number": "+16505550100", "name": "V",
                        "picture": "https://x.test/v.png",
                        "firebase": .object([
                            "sign_in_provider": "google.com", "gen": .integer(federated.account.generation),
                            "session": .string(try await test.session(of: federated).id.base64URL),
                            "identities": .object([
                                "google.com": .array(["g-1"]), "email": .array(["v@gmail.com"]),
                                "phone": .array(["+16505550100"]),
                            ]),
                        ]),
                    ]))
        }
    }

    @Test func `T115 an administrator's claims stand at the top and never for ours`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let text = """
                {"admin":true,"level":7,"email":"boss@x.com","email_verified":true,"phone_number":"+1","user_id":"x",\
                "name":"Boss","picture":"p","provider_id":"anonymous","__proto__":{"a":1}}
                """
            try await test.administer(signedIn.account.id) { $0.customClaims = text }
            let claims = try claims(try await test.refresh(signedIn))
            #expect(claims["admin"] == true && claims["level"] == 7 && claims["__proto__"]?["a"] == 1)
            #expect(claims["email"] == "v@x.com" && claims["email_verified"] == false)
            #expect(claims["user_id"]?.string == signedIn.account.id.value)
            for name in ["phone_number", "provider_id"] { #expect(claims[name] == nil) }
            // As at Google, those about the profile replace it; they say nothing about who the person is.
            #expect(claims["name"] == "Boss" && claims["picture"] == "p")
            #expect(claims["firebase"]?["sign_in_provider"] == "password")
            try await test.administer(signedIn.account.id) { $0.customClaims = "" }
            #expect(try self.claims(try await test.signIn("v@x.com"))["admin"] == nil)
        }
    }

    @Test("T115 forbidden claims", arguments: [(#"{"sub":"x"}"#, AuthError.forbiddenClaim("sub")), ("[]", .invalidClaims)])
    func refusedClaims(text: String, error: AuthError) async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            await #expect(throws: error) { try await test.administer(signedIn.account.id) { $0.customClaims = text } }
            let now = try await test.account(signedIn.account.id)
            #expect(now?.customClaims == nil)
        }
    }

    @Test func `a token holds for an hour, to the second`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            #expect(signedIn.tokens.expiresIn == 3600)
            test.clock.advance(seconds: 3599)
            _ = try await test.lookUp(signedIn)
            test.clock.advance(seconds: 1)
            await #expect(throws: AuthError.tokenExpired) { try await test.lookUp(signedIn) }
            _ = try await test.refresh(signedIn)
        }
    }

    @Test func `a token is of its project and tenant`() async throws {
        try await TestEngine.run { test in
            let scopes = [test.scope, ProjectScope(project: "other"), try await test.makeTenant("t")]
            for own in scopes {
                let signedIn = try await test.engine.signUpAnonymously(in: own)
                for scope in scopes {
                    let facts = try? test.engine.tokens.verify(signedIn.tokens.idToken, in: scope, now: test.clock.now)
                    #expect((facts != nil) == (scope == own))
                }
            }
        }
    }

    @Test(
        "T112 T083 a token of our key that is no ID token",
        arguments: [
            ("iss", .string("https://issuer.test/other")), ("iss", .null), ("aud", "other"), ("aud", .array(["demo"])),
            ("sub", .null), ("sub", ""), ("user_id", "somebody"), ("iat", .null), ("iat", "1800000000"), ("exp", .null),
            ("exp", .number(1e308)), ("auth_time", .null), ("firebase", .null), ("firebase", .object([:])),
            ("firebase", .object(["sign_in_provider": "password", "tenant": "t"])),
        ] as [(String, JSONValue)])
    func otherClaims(name: String, value: JSONValue) async throws {
        try await TestEngine.run { test in
            let now = test.clock.now.seconds
            var members: [String: JSONValue] = [
                "iss": "https://issuer.test/demo", "aud": "demo", "sub": "A", "user_id": "A", "iat": .integer(now),
                "exp": .integer(now + 3600), "auth_time": .integer(now),
                "firebase": .object(["sign_in_provider": "password"]),
            ]
            _ = try test.engine.tokens.verify(try test.sign(.object(members)), in: test.scope, now: test.clock.now)
            members[name] = value == .null ? nil : value
            if name == "sub" { members["user_id"] = members["sub"] }
            let text = try test.sign(.object(members))
            if value == "" {
                // A sub of nobody is nobody's.
                await #expect(throws: AuthError.userNotFound) {
                    try await test.engine.lookUpOwnAccount(idToken: text, in: test.scope)
                }
            } else {
                #expect(throws: AuthError.invalidIDToken) {
                    try test.engine.tokens.verify(text, in: test.scope, now: test.clock.now)
                }
            }
        }
    }

    @Test func `T112 a stranger's key under our key id, and no key id at all`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let claims = try claims(signedIn)
            let stranger = try RSASigningKey(der: RSASigningKey.generate())
            for text in [
                try JSONWebToken.sign(claims: claims.text, keyID: "shared", with: stranger),
                try test.sign(claims, keyID: "other"), "", "x",
            ] {
                await #expect(throws: AuthError.self) { try await test.engine.lookUpOwnAccount(idToken: text, in: test.scope) }
            }
            await #expect(throws: AuthError.missingIDToken) {
                try await test.engine.lookUpOwnAccount(idToken: nil, in: test.scope)
            }
            // A true copy without the generation is not one of ours either.
            guard case .object(var members) = claims, case .object(var firebase)? = members["firebase"] else {
                Issue.record("No claims")
                return
            }
            firebase["gen"] = nil
            members["firebase"] = .object(firebase)
            let copy = try test.sign(.object(members))
            await #expect(throws: AuthError.tokenExpired) {
                try await test.engine.lookUpOwnAccount(idToken: copy, in: test.scope)
            }
        }
    }
}

extension TestEngine {
    /// Signs any claims with the key that all tests share.
    fileprivate func sign(_ claims: JSONValue, keyID: String = "shared") throws -> String {
        try JSONWebToken.sign(claims: claims.text, keyID: keyID, with: RSASigningKey(der: Self.sharedKey.get()))
    }
}
