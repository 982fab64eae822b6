import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Assertions and access tokens of service accounts: forged, old, used twice, in each other's place.
@Suite("Attacks: service accounts")
struct ServiceAccountTests {
    private static func segment(_ value: JSONValue) -> String { Data(value.text.utf8).base64URL }

    private static func refuses(_ answer: HTTPAnswer, _ error: String = "invalid_grant") -> Bool {
        answer.status == 400 && answer["error"] == error && answer["access_token"] == nil
    }

    @Test("T075 T127 service-account assertion without a signature, by any spelling of none", .tags(.attack))
    func unsigned() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let claims = Self.segment(.object(server.claims(of: credentials)))
            let signature = try #require(try credentials.assertion(server.claims(of: credentials)).split(separator: ".").last)
            for algorithm in ["none", "None", "nOnE", "NONE", "", "HS256"] as [JSONValue] {
                let header = Self.segment(.object(["alg": algorithm, "kid": .string(credentials.keyID), "typ": "JWT"]))
                for tail in ["", "AA", String(signature)] {
                    let answer = try await server.exchange("\(header).\(claims).\(tail)")
                    #expect(Self.refuses(answer), "\(algorithm) \(tail): \(answer.text)")
                }
                #expect(Self.refuses(try await server.exchange("\(header).\(claims)")))
            }
            let noAlgorithm = Self.segment(.object(["kid": .string(credentials.keyID)]))
            #expect(Self.refuses(try await server.exchange("\(noAlgorithm).\(claims).\(signature)")))
            #expect(try await server.exchange(try credentials.assertion(server.claims(of: credentials))).status == 200)
        }
    }

    @Test("T076 service-account assertion with the public key as an HMAC secret", .tags(.attack))
    func confused() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let email = credentials.serviceAccount.email
            let certificate = try #require(
                try await server.engine.serviceAccess.serviceAccountCertificates(of: email)[credentials.keyID])
            let header = Self.segment(.object(["alg": "HS256", "kid": .string(credentials.keyID)]))
            let message = "\(header).\(Self.segment(.object(server.claims(of: credentials))))"
            let base64 = certificate.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
            for secret in [Data(certificate.utf8), try #require(Data(base64Encoded: base64)), Data(email.utf8), Data()] {
                let tag = HMAC<SHA256>.authenticationCode(for: Data(message.utf8), using: SymmetricKey(data: secret))
                #expect(Self.refuses(try await server.exchange("\(message).\(Data(tag).base64URL)")))
            }
        }
    }

    @Test("T078 service-account assertion that brings or names a key of its own", .tags(.attack))
    func ownKey() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let claims = server.claims(of: credentials)
            let stranger = try ServiceAccountKeyPair(
                der: RSASigningKey.generate(), id: credentials.keyID, name: "x", notBefore: Date())
            let forger = try RSASigningKey(der: try #require(Self.der(stranger.privateKey)))
            #expect(Self.refuses(try await server.exchange(try Self.sign(claims, ["kid": .string(credentials.keyID)], forger))))
            let jwk = try #require(JSONValue.parse(Data(stranger.publicKey.utf8)))
            for more: [String: JSONValue] in [
                ["jwk": jwk], ["jku": "https://evil.example/jwks"], ["x5c": .array(["AA"])], ["kid": "../../dev/null"],
                ["kid": "' UNION SELECT"], ["kid": ""], ["kid": .integer(1)], ["kid": "a\u{0}b"],
                ["kid": .string(String(repeating: "k", count: 300))],
            ] {
                let header = ["kid": .string(credentials.keyID)].merging(more) { $1 }
                #expect(Self.refuses(try await server.exchange(try Self.sign(claims, header, forger))), "\(more)")
            }
            let owner = try RSASigningKey(der: try #require(Self.der(credentials.privateKey)))
            for more: [String: JSONValue] in [["crit": .array(["x"])], ["b64": false], ["enc": "A256GCM"], ["alg": "RS512"]] {
                let header = ["kid": .string(credentials.keyID)].merging(more) { $1 }
                #expect(Self.refuses(try await server.exchange(try Self.sign(claims, header, owner))), "\(more)")
            }
            // Google's library for Node names no key: each of the account's own may have signed then, and no other.
            #expect(try await server.exchange(try Self.sign(claims, [:], owner)).status == 200)
            #expect(Self.refuses(try await server.exchange(try Self.sign(claims, [:], forger))))
            let third = try await server.engine.serviceAccess.createServiceAccountKey(of: "owner", in: server.project)
            let spare = try RSASigningKey(der: try #require(Self.der(third.privateKey)))
            #expect(try await server.exchange(try Self.sign(claims.merging(["jti": "3"]) { $1 }, [:], spare)).status == 200)
            for issuer in [nil, "", "nobody@example.iam.gserviceaccount.com", .integer(1)] as [JSONValue?] {
                var claims = claims
                claims["iss"] = issuer
                #expect(Self.refuses(try await server.exchange(try Self.sign(claims, [:], owner))), "\(issuer?.text ?? "-")")
            }
            // A key speaks for its own account only.
            let second = try await server.engine.serviceAccess.createServiceAccount(
                named: "second", role: .viewer, of: server.project)
            let viewer = try RSASigningKey(der: try #require(Self.der(second.privateKey)))
            #expect(Self.refuses(try await server.exchange(try Self.sign(claims, [:], viewer))))
            _ = try await server.engine.serviceAccess.setServiceAccount("second", isDisabled: true, in: server.project)
            let disabled = server.claims(of: second)
            #expect(Self.refuses(try await server.exchange(try Self.sign(disabled, [:], viewer))))
            _ = try await server.engine.serviceAccess.setServiceAccount("second", isDisabled: false, in: server.project)
            #expect(try await server.exchange(try Self.sign(disabled, [:], viewer)).status == 200)
            #expect(Self.refuses(try await server.exchange(try second.assertion(claims))))
            #expect(Self.refuses(try await server.exchange(try second.assertion(claims, keyID: credentials.keyID))))
        }
    }

    @Test("T079 T127 service-account assertion with wrong or missing claims; scope missing", .tags(.attack))
    func claims() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let now = clock.now.seconds
            let wrong: [(name: String, value: JSONValue?, error: String)] = [
                ("iss", nil, "invalid_grant"), ("iss", "evil@example.com", "invalid_grant"),
                ("sub", "somebody@example.com", "unauthorized_client"), ("sub", "", "unauthorized_client"),
                ("sub", .null, "unauthorized_client"),
                ("aud", nil, "invalid_grant"), ("aud", "https://evil.example/token", "invalid_grant"),
                ("aud", .string(server.url), "invalid_grant"), ("aud", .string("\(server.url)/token/"), "invalid_grant"),
                ("aud", .array([.string("\(server.url)/token")]), "invalid_grant"),
                (
                    "aud", "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
                    "invalid_grant"
                ),
                ("exp", nil, "invalid_grant"), ("exp", .integer(now), "invalid_grant"),
                ("exp", .integer(now - 1), "invalid_grant"),
                ("exp", .integer(now + 3601), "invalid_grant"), ("exp", .integer(.max), "invalid_grant"),
                ("exp", .string("\(now + 60)"), "invalid_grant"), ("exp", .number(1e308), "invalid_grant"),
                ("exp", .number(Double(now) + 60.5), "invalid_grant"),
                ("iat", nil, "invalid_grant"), ("iat", .integer(now + 61), "invalid_grant"),
                ("iat", .integer(.min), "invalid_grant"),
                ("iat", .string("\(now)"), "invalid_grant"), ("iat", .integer(-1), "invalid_grant"),
                ("scope", nil, "invalid_scope"), ("scope", "", "invalid_scope"), ("scope", "openid email", "invalid_scope"),
                ("scope", "https://www.googleapis.com/auth/cloud-platform.read-only", "invalid_scope"),
                ("scope", .array(["https://www.googleapis.com/auth/cloud-platform"]), "invalid_scope"),
                ("jti", "", "invalid_grant"), ("jti", .integer(1), "invalid_grant"), ("jti", .null, "invalid_grant"),
                ("jti", .string(String(repeating: "j", count: 257)), "invalid_grant"),
            ]
            for (name, value, error) in wrong {
                var claims = server.claims(of: credentials)
                claims[name] = value
                let answer = try await server.exchange(try credentials.assertion(claims))
                #expect(Self.refuses(answer, error), "\(name) \(String(describing: value)): \(answer.text)")
            }
            let right: [(name: String, value: JSONValue?)] = [
                ("sub", .string(credentials.serviceAccount.email)), ("aud", "https://oauth2.googleapis.com/token"),
                ("aud", .string("\(server.url)/oauth2.googleapis.com/token")), ("aud", .string("\(server.url)/oauth2/v4/token")),
                ("scope", "openid https://www.googleapis.com/auth/firebase"), ("iat", .integer(now + 60)),
                ("scope", "https://www.googleapis.com/auth/identitytoolkit"),
            ]
            for (name, value) in right {
                var claims = server.claims(of: credentials)
                claims[name] = value
                let answer = try await server.exchange(try credentials.assertion(claims))
                #expect(answer.status == 200 && answer["token_type"] == "Bearer", "\(name): \(answer.text)")
            }
        }
    }

    @Test("T083 access token as ID token, ID token as access token, assertion as either, and the other way round", .tags(.attack))
    func wrongType() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let signUp = try await server.call("accounts:signUp")
            let idToken = try #require(signUp["idToken"])
            let refreshToken = try #require(signUp["refreshToken"])
            let accessToken = try await server.accessToken(credentials)
            let assertion = try credentials.assertion(server.claims(of: credentials))
            // A custom token, which an Admin SDK signs with the same key.
            let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
            let customToken = try credentials.assertion(
                server.claims(of: credentials).merging([
                    "aud": .string(audience), "sub": .string(credentials.serviceAccount.email), "uid": "u1",
                ]) { $1 })
            // An ID token that the service account's key signed.
            let issuer = server.engine.tokens.issuer(of: server.project)
            let homemade = try credentials.assertion(
                server.claims(of: credentials).merging([
                    "iss": .string(issuer), "aud": .string(server.project), "sub": .string(signUp["localId"] ?? ""),
                    "user_id": .string(signUp["localId"] ?? ""), "auth_time": .integer(server.engine.clock.now.seconds),
                    "firebase": .object(["sign_in_provider": "anonymous"]),
                ]) { $1 })
            for bearer in [idToken, refreshToken, assertion, customToken, homemade, "at_" + refreshToken.dropFirst(3)] {
                let answer = try await HTTP.send(
                    "GET", "\(server.url)/v2/projects/\(server.project)/config", headers: ["Authorization": "Bearer \(bearer)"])
                #expect(answer.status == 401, "\(bearer.prefix(10)): \(answer.text)")
            }
            for token in [accessToken, assertion, customToken, homemade, refreshToken] {
                let answer = try await server.call("accounts:lookup", ["idToken": .string(token)])
                #expect(answer.code == "INVALID_ID_TOKEN", "\(token.prefix(10)): \(answer.text)")
            }
            for token in [accessToken, idToken, assertion, "rt_" + accessToken.dropFirst(3)] {
                #expect(try await server.refresh(token).code == "INVALID_REFRESH_TOKEN")
            }
            for text in [accessToken, idToken, refreshToken, customToken, homemade] {
                #expect(Self.refuses(try await server.exchange(text)), "\(text.prefix(10))")
            }
            // Every bit of an access token counts.
            let bytes = try #require(Data(base64URL: accessToken.dropFirst(3)))
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 1
                let answer = try await HTTP.send(
                    "GET", "\(server.url)/v2/projects/\(server.project)/config",
                    headers: ["Authorization": "Bearer at_\(changed.base64URL)"])
                #expect(answer.status == 401, "byte \(index)")
            }
        }
    }

    @Test("T135 a key and its access tokens are refused a second after its deletion; the other key still works", .tags(.attack))
    func deletedKey() async throws {
        try await TestServer.with(isProduction: true) { server in
            let old = try #require(server.serviceAccount)
            let new = try await server.engine.serviceAccess.createServiceAccountKey(of: "owner", in: server.project)
            let tokens = [try await server.accessToken(old), try await server.accessToken(new)]
            #expect(try await Self.statuses(server, tokens) == [200, 200])
            try await server.engine.serviceAccess.deleteServiceAccountKey(old.keyID, of: "owner", in: server.project)
            let assertion = try old.assertion(server.claims(of: old))
            #expect(Self.refuses(try await server.exchange(assertion)))
            try await Task.sleep(for: .seconds(1))
            #expect(try await Self.statuses(server, tokens) == [401, 200])
        }
    }

    @Test(
        "T135 a disabled account is refused with all it has, lives again when enabled, and is gone when deleted", .tags(.attack))
    func disabledAccount() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let token = try await server.accessToken(credentials)
            #expect(try await Self.statuses(server, [token]) == [200])
            let email = credentials.serviceAccount.email
            for isDisabled in [true, false] {
                _ = try await server.engine.serviceAccess.setServiceAccount(email, isDisabled: isDisabled, in: server.project)
                try await Task.sleep(for: .seconds(1))
                #expect(try await Self.statuses(server, [token]) == [isDisabled ? 401 : 200])
                let answer = try await server.exchange(try credentials.assertion(server.claims(of: credentials)))
                #expect(isDisabled ? Self.refuses(answer) : answer.status == 200, "\(answer.text)")
                #expect(try await server.engine.serviceAccess.serviceAccountCertificates(of: email).isEmpty == isDisabled)
            }
            _ = try await server.engine.serviceAccess.deleteServiceAccount(email, in: server.project)
            // A namesake has keys of its own, and none of the old ones.
            _ = try await server.engine.serviceAccess.createServiceAccount(named: "owner", role: .owner, of: server.project)
            try await Task.sleep(for: .seconds(1))
            #expect(try await Self.statuses(server, [token]) == [401])
            #expect(Self.refuses(try await server.exchange(try credentials.assertion(server.claims(of: credentials)))))
        }
    }

    @Test(
        "T135 an assertion with a jti works once, even if sent twelve times at once, and separately for each account",
        .tags(.attack))
    func replay() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            var claims = server.claims(of: credentials)
            claims["jti"] = "once"
            let assertion = try credentials.assertion(claims)
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<12 { group.addTask { try await server.exchange(assertion) } }
                return try await group.reduce(into: [HTTPAnswer]()) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { Self.refuses($0) }.count == 11)
            // The janitor does not make it good again.
            try await server.engine.upkeep.deleteExpired()
            #expect(Self.refuses(try await server.exchange(assertion)))
            let second = try await server.engine.serviceAccess.createServiceAccount(
                named: "second", role: .viewer, of: server.project)
            var others = server.claims(of: second)
            others["jti"] = "once"
            #expect(try await server.exchange(try second.assertion(others)).status == 200)
        }
    }

    @Test(
        "T135 an assertion without a jti, as Google's libraries send it, gives one access token's time: a retry within a minute, and nothing later, after a restart neither",
        .tags(.attack))
    func replayWithoutID() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, clock, masterKey) = (folder.appending(path: "test.sqlite"), TestClock(), SecureRandom.bytes(Sealer.keyLength))
        // The server's port is another after the restart.
        let audience: JSONValue = "https://oauth2.googleapis.com/token"
        let assertion = try await TestServer.with(
            file: file, clock: clock, isProduction: true, masterKey: masterKey
        ) { server in
            let credentials = try #require(server.serviceAccount)
            let assertion = try credentials.assertion(server.claims(of: credentials).merging(["aud": audience]) { $1 })
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<8 { group.addTask { try await server.exchange(assertion) } }
                return try await group.reduce(into: [HTTPAnswer]()) { $0.append($1) }
            }
            // Several programs of one account that start in one second have one assertion.
            #expect(answers.allSatisfy { $0.status == 200 && $0.json["expires_in"] == .integer(3600) })
            clock.advance(seconds: 40)
            let retried = try await server.exchange(assertion)
            #expect(retried.json["expires_in"] == .integer(3560), "\(retried.text)")
            #expect(try await Self.statuses(server, [retried.value("access_token").string ?? ""]) == [200])
            clock.advance(seconds: 20)
            #expect(Self.refuses(try await server.exchange(assertion)))
            return assertion
        }
        try await TestServer.with(file: file, clock: clock, masterKey: masterKey) { server in
            #expect(Self.refuses(try await server.exchange(assertion)))
            try await server.engine.upkeep.deleteExpired()
            #expect(Self.refuses(try await server.exchange(assertion)), "the janitor does not make it good again")
            clock.advance(seconds: 3600)
            try await server.engine.upkeep.deleteExpired()
            #expect(Self.refuses(try await server.exchange(assertion)), "it has expired")
        }
    }

    @Test("T135 a retried assertion gives a token that ends when its first use's does, to the millisecond", .tags(.attack))
    func retryWhileTimePasses() async throws {
        try await TestServer.with(clock: TestClock(tick: 70), isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let assertion = try credentials.assertion(server.claims(of: credentials))
            let first = try await server.exchange(assertion)
            let second = try await server.exchange(assertion)
            #expect(first.status == 200 && second.status == 200, "\(first.text) \(second.text)")
            // After the key's id of 20 bytes, the token has its expiry in 8.
            let expiries = try [first, second].map { answer in
                let token = try #require(answer.value("access_token").string)
                return try #require(Data(base64URL: token.dropFirst(3))).dropFirst(20).prefix(8).hex
            }
            #expect(expiries[0].utf8.count == 16 && expiries[0] == expiries[1])
        }
    }

    @Test("T127 the token endpoint takes a form, each field once, of the one grant type, by POST", .tags(.attack))
    func forms() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let assertion = try credentials.assertion(server.claims(of: credentials))
            let type = "urn:ietf:params:oauth:grant-type:jwt-bearer"
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            for (body, error) in [
                ("", "invalid_request"), ("grant_type=\(type)", "invalid_request"), ("assertion=\(assertion)", "invalid_request"),
                ("grant_type=client_credentials&assertion=\(assertion)", "unsupported_grant_type"),
                ("grant_type=refresh_token&refresh_token=x", "unsupported_grant_type"),
                ("grant_type=\(type)&assertion=x&assertion=\(assertion)", "invalid_request"),
                ("grant_type=\(type)&assertion=x", "invalid_grant"),
            ] {
                for path in ["/token", "/oauth2.googleapis.com/token", "/oauth2/v4/token"] {
                    let answer = try await HTTP.send("POST", server.url + path, headers: form, body: Data(body.utf8))
                    #expect(Self.refuses(answer, error), "\(body.prefix(60)): \(answer.text)")
                    #expect(answer.headers["cache-control"] == "no-store")
                }
            }
            let json = try await HTTP.post(
                "\(server.url)/token", .object(["grant_type": .string(type), "assertion": .string(assertion)]))
            #expect(Self.refuses(json, "invalid_request"))
            let get = try await HTTP.send("GET", "\(server.url)/token?grant_type=\(type)&assertion=\(assertion)")
            #expect(get.status == 405 && get.headers["allow"] == "POST")
        }
    }

    /// The answer to each token that reads the project's configuration.
    private static func statuses(_ server: TestServer, _ tokens: [String]) async throws -> [Int] {
        var statuses: [Int] = []
        for token in tokens {
            let url = "\(server.url)/v2/projects/\(server.project)/config"
            statuses.append(try await HTTP.send("GET", url, headers: ["Authorization": "Bearer \(token)"]).status)
        }
        return statuses
    }

    private static func der(_ pem: String) -> Data? {
        Data(base64Encoded: pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined())
    }

    private static func sign(
        _ claims: [String: JSONValue], _ header: [String: JSONValue], _ key: RSASigningKey
    ) throws -> String {
        let message = "\(segment(.object(["alg": "RS256"].merging(header) { $1 }))).\(segment(.object(claims)))"
        return "\(message).\(try key.sign(Data(message.utf8)).base64URL)"
    }
}
