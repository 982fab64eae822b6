import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// T112, T169, and T076 for our own tokens: keys, their rotation, and tokens that somebody else made.
@Suite("Signing keys")
struct SigningKeyTests {
    private static let jwks = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
    private static let certificates = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"

    private func published(_ server: TestServer) async throws -> Set<String> {
        let answer = try await HTTP.send("GET", server.url + Self.jwks)
        guard case .array(let keys)? = answer.json["keys"] else { return [] }
        let certificates = try await HTTP.send("GET", server.url + Self.certificates)
        guard case .object(let byID) = certificates.json else { return [] }
        let ids = Set(keys.compactMap { $0["kid"]?.string })
        #expect(ids == Set(byID.keys))
        return ids
    }

    private func keyID(_ token: String) -> String { JSONWebToken(token)?.keyID ?? "" }

    private func accepts(_ server: TestServer, _ token: String) async throws -> Bool {
        let answer = try await server.call("accounts:lookup", ["idToken": .string(token)])
        if answer.status != 200 { #expect(["INVALID_ID_TOKEN", "TOKEN_EXPIRED"].contains(answer.code)) }
        return answer.status == 200
    }

    private func expectAnswer(
        _ expected: Bool, _ server: TestServer, _ token: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isAccepted = try await accepts(server, token)
        #expect(isAccepted == expected, sourceLocation: sourceLocation)
    }

    /// The private key of an id, as somebody has it who got at the store and the master key.
    private func privateKey(_ id: String, _ server: TestServer) async throws -> TokenSigningKey {
        let stored = try #require(try await server.engine.store.read { try $0.signingKeys() }.first { $0.id == id })
        let der = try server.engine.sealer.open(stored.sealedPrivateKey, place: "signing-key/\(id)")
        return try TokenSigningKey(der: der, algorithm: stored.algorithm)
    }

    @Test(
        "T112 forged ID tokens: a stranger's key under our key id, a key id that nobody has, another's algorithm",
        .tags(.attack), arguments: SigningAlgorithm.allCases)
    func forged(algorithm: SigningAlgorithm) async throws {
        try await TestServer.with(algorithm: algorithm) { server in
            let token = try #require(try await server.call("accounts:signUp")["idToken"])
            let claims = try #require(JSONWebToken(token)).claims.text
            #expect(JSONWebToken(token)?.algorithm == algorithm.rawValue)
            #expect(try await accepts(server, token))
            for other in SigningAlgorithm.allCases {
                let stranger = try TokenSigningKey(der: KeyMaker().make(other), algorithm: other)
                try await expectAnswer(false, server, try JSONWebToken.sign(claims: claims, keyID: keyID(token), with: stranger))
                try await expectAnswer(false, server, try JSONWebToken.sign(claims: claims, keyID: "nobody", with: stranger))
            }
            let ours = try await privateKey(keyID(token), server)
            try await expectAnswer(true, server, try JSONWebToken.sign(claims: claims, keyID: keyID(token), with: ours))
            try await expectAnswer(false, server, try JSONWebToken.sign(claims: claims, keyID: "nobody", with: ours))
        }
    }

    @Test(
        "T076 the algorithm is the key's and not the header's: HMAC under the public key, none, other RSA and ECDSA names",
        .tags(.attack), arguments: SigningAlgorithm.allCases)
    func confusion(algorithm: SigningAlgorithm) async throws {
        try await TestServer.with(algorithm: algorithm) { server in
            let token = try #require(try await server.call("accounts:signUp")["idToken"])
            let id = keyID(token)
            let claims = try #require(JSONWebToken(token)).claims.text
            let key = try await privateKey(id, server)
            func message(_ name: String) -> String {
                let header = JSONValue.object(["alg": .string(name), "kid": .string(id), "typ": "JWT"]).text
                return Data(header.utf8).base64URL + "." + Data(claims.utf8).base64URL
            }
            // Rightly signed, wrongly named.
            for name in ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA", "none", "HS256", ""] {
                let text = message(name)
                let forged = text + "." + (try key.sign(Data(text.utf8))).base64URL
                #expect(try await accepts(server, forged) == (name == algorithm.rawValue), "\(name)")
            }
            // The public key as the secret of an HMAC, in every form in which it is published.
            let pem = try await HTTP.send("GET", server.url + Self.certificates)[id] ?? ""
            let jwk = try await HTTP.send("GET", server.url + Self.jwks)
            guard case .array(let keys)? = jwk.json["keys"], let mine = keys.first(where: { $0["kid"]?.string == id }) else {
                Issue.record("The key is not published")
                return
            }
            let members = ["n", "x", "y"].compactMap { mine[$0]?.string }
            let forms = [pem, pem.trimmingCharacters(in: .newlines), mine.text] + members
            let secrets = forms.map { Data($0.utf8) } + members.compactMap { Data(base64URL: $0) } + [Data()]
            for secret in secrets {
                let text = message("HS256")
                let mac = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: secret))
                try await expectAnswer(false, server, text + "." + Data(mac).base64URL)
            }
        }
    }

    @Test(
        "T112 a retired key: published until its last token has expired, and signs nothing new", .tags(.attack),
        arguments: SigningAlgorithm.allCases)
    func retired(algorithm: SigningAlgorithm) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, algorithm: algorithm) { server in
            let account = try await server.call("accounts:signUp")
            let token = try #require(account["idToken"])
            let old = keyID(token)
            let key = try await privateKey(old, server)
            clock.advance(seconds: 1)
            _ = try await server.engine.signingKeys.rotate(immediately: true)
            let fresh = try #require(try await server.refresh(account["refreshToken"] ?? "")["id_token"])
            #expect(keyID(fresh) != old)
            try await expectAnswer(true, server, token)
            try await expectAnswer(true, server, fresh)
            #expect(try await published(server).isSuperset(of: [old, keyID(fresh)]))

            // Whoever has the old key signs with it after its retirement.
            clock.advance(seconds: 120)
            let later = try #require(try await server.refresh(account["refreshToken"] ?? "")["id_token"])
            let claims = try #require(JSONWebToken(later)).claims.text
            #expect(try await accepts(server, later))
            try await expectAnswer(false, server, try JSONWebToken.sign(claims: claims, keyID: old, with: key))

            // The last token of the old key has been over for long when the key goes.
            clock.advance(seconds: 23 * 3600)
            try await server.engine.signingKeys.tend()
            #expect(try await published(server).contains(old))
            clock.advance(seconds: 3600)
            try await server.engine.signingKeys.tend()
            #expect(try await published(server).contains(old) == false)
            #expect(try await server.engine.store.read { try $0.signingKeys() }.allSatisfy { $0.id != old })
        }
    }

    /// A backend that keeps the published keys as long as `max-age` says and asks for nothing in between, as Firebase's
    /// Admin SDKs do.
    private struct Backend {
        private var keys = JSONWebKeySet(keys: [])
        private var expires: Timestamp?

        mutating func verifies(_ token: String, _ server: TestServer, now: Timestamp) async throws -> Bool {
            if expires.map({ $0 <= now }) ?? true {
                let answer = try await HTTP.send("GET", server.url + SigningKeyTests.jwks)
                let age = try #require(answer.headers["cache-control"]?.firstMatch(of: /max-age=(\d+)/)?.1).description
                keys = try #require(JSONWebKeySet(json: answer.data))
                expires = now.adding(seconds: try #require(Int64(age)))
            }
            return JSONWebToken(token)?.isSigned(by: keys) ?? false
        }
    }

    @Test(
        "T169 rotation every five minutes for a day, under load: no backend that keeps keys for the hour meets an unknown one",
        .tags(.attack), arguments: [(SigningAlgorithm.es256, 24), (.rs256, 5)])
    func rotation(algorithm: SigningAlgorithm, hours: Int) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, algorithm: algorithm) { server in
            // Each key is another one, however many there are.
            var renewing = server.engine
            renewing.keyMaker = KeyMaker()
            let engine = renewing
            try await engine.signingKeys.prepare()
            let account = try await server.call("accounts:signUp")
            let refresh = try #require(account["refreshToken"])
            // Backends that began at different moments of the hour.
            var backends = Array(repeating: Backend(), count: 12)
            var tokens: [(token: String, issued: Timestamp)] = []
            var signers: Set<String> = []
            var failures = 0
            var checks = 0
            for step in 0..<(hours * 12) {
                clock.advance(seconds: 300)
                _ = try await engine.signingKeys.rotate(immediately: false)
                // The load: people sign in while the keys change.
                async let tended: Void = engine.signingKeys.tend()
                let fresh = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<4 { group.addTask { try #require(try await server.call("accounts:signUp")["idToken"]) } }
                    return try await group.reduce(into: [String]()) { $0.append($1) }
                }
                try await tended
                let now = clock.now
                tokens = tokens.filter { now.seconds(since: $0.issued) < 3600 } + fresh.map { ($0, now) }
                for token in fresh { signers.insert(keyID(token)) }
                for index in backends.indices where step >= index {
                    for token in [tokens.first, tokens.randomElement(), tokens.last].compactMap(\.?.token) {
                        checks += 1
                        if try await !backends[index].verifies(token, server, now: now) { failures += 1 }
                    }
                }
                #expect(try await accepts(server, tokens[0].token))
            }
            #expect(failures == 0 && checks > 1000)
            // And they really changed.
            #expect(signers.count >= (hours - 1) / 2, "\(signers.count)")
            #expect(!refresh.isEmpty)
        }
    }

    @Test("T169 a change of the algorithm takes effect at once, and old tokens stay valid", .tags(.attack))
    func switched() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-keys-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "vincula.sqlite")
        let masterKey = SecureRandom.bytes(Sealer.keyLength)
        let clock = TestClock()
        var tokens: [String] = []
        for algorithm in [SigningAlgorithm.rs256, .es256, .rs256] {
            let old = tokens
            tokens += try await TestServer.with(file: file, clock: clock, algorithm: algorithm, masterKey: masterKey) { server in
                try await server.engine.signingKeys.prepare()
                try await server.engine.signingKeys.tend()
                let token = try #require(try await server.call("accounts:signUp")["idToken"])
                #expect(JSONWebToken(token)?.algorithm == algorithm.rawValue)
                for token in old { #expect(try await accepts(server, token)) }
                let discovery = try await HTTP.send("GET", server.url + "/.well-known/openid-configuration")
                let expected: [JSONValue] = old.isEmpty ? ["RS256"] : ["RS256", "ES256"]
                #expect(discovery.json["id_token_signing_alg_values_supported"] == .array(expected))
                #expect(try await published(server).isSuperset(of: (old + [token]).map(keyID)))
                // The next key has the same algorithm: nothing switches back by itself.
                let keys = try await server.engine.signingKeys.status().filter { $0.state != .retired }
                #expect(keys.allSatisfy { $0.algorithm == algorithm })
                #expect(keys.contains { $0.state == .next })
                return [token]
            }
            clock.advance(seconds: 60)
        }
    }
}
