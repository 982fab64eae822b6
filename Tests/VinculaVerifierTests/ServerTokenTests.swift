import Foundation
import HTTPTypes
import Hummingbird
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaVerifierHummingbird

@testable import VinculaVerifier

/// Tokens of the real server, its keys and its feed.
@Suite("Tokens of a Vincula server")
struct ServerTokenTests {
    private static func issuer(_ server: TestServer) throws -> TokenIssuer {
        .vincula(at: try requireURL(server.url), project: server.project)
    }

    private static func feed(
        _ server: TestServer, _ credentials: RevocationCredentials = .bearer { "owner" }
    ) throws -> RevocationFeed {
        try RevocationFeed(
            server: try requireURL(server.url), project: server.project, credentials: credentials, whenStale: .refuse)
    }

    private static func signUp(_ server: TestServer, _ email: String) async throws -> (uid: String, idToken: String) {
        let answer = try await server.call("accounts:signUp", ["email": .string(email), "password": "correct horse"])
        return (try #require(answer["localId"]), try #require(answer["idToken"], "\(answer.text)"))
    }

    @Test("An ID token is verified by either algorithm, from key set and from certificates", arguments: SigningAlgorithm.allCases)
    func algorithms(_ algorithm: SigningAlgorithm) async throws {
        try await TestServer.with(algorithm: algorithm) { server in
            let ana = try await Self.signUp(server, "ana@example.com")
            var issuer = try Self.issuer(server)
            let user = try await TokenVerifier(issuer).verifyIDToken(ana.idToken)
            #expect(user.uid == ana.uid && user.email == "ana@example.com" && !user.isEmailVerified)
            #expect(user.signInProvider == "password" && user.sessionID != nil)
            await #expect(throws: VerificationError.wrongKind) {
                try await TokenVerifier(issuer).verifySessionCookie(ana.idToken)
            }
            issuer.idTokenKeys = try requireURL(server.url + "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
            #expect(try await TokenVerifier(issuer).verifyIDToken(ana.idToken).uid == ana.uid)
            let other = TokenIssuer.vincula(at: try requireURL(server.url), project: "other")
            await #expect(throws: VerificationError.wrongIssuer) { try await TokenVerifier(other).verifyIDToken(ana.idToken) }
        }
    }

    @Test("T083 a session cookie is verified with its own keys, which are published as certificates or as a key set")
    func cookies() async throws {
        try await TestServer.with { server in
            try await server.engine.signingKeys.prepare([.sessionCookie])
            let ana = try await Self.signUp(server, "ana@example.com")
            let payload = try #require(Data(base64URL: ana.idToken.split(separator: ".")[1]))
            let claims = try #require(JSONValue.parse(payload))
            func cookie(_ purpose: SigningPurpose) async throws -> String {
                let keys = try await server.engine.store.read { try $0.signingKeys() }.filter { $0.purpose == purpose }
                let stored = try #require(keys.min { $0.createdAt < $1.createdAt })
                let der = try server.engine.sealer.open(stored.sealedPrivateKey, place: "signing-key/\(stored.id)")
                let issuer = JSONValue.string("https://session.firebase.google.com/\(server.project)")
                let text = claims.with(["iss": issuer]).text
                return try JSONWebToken.sign(claims: text, keyID: stored.id, with: try RSASigningKey(der: der))
            }
            let (good, wrong) = (try await cookie(.sessionCookie), try await cookie(.idToken))
            var issuer = try Self.issuer(server)
            for path in ["/v1/sessionCookiePublicKeys", "/identitytoolkit/v3/relyingparty/publicKeys"] {
                issuer.sessionCookieKeys = try requireURL(server.url + path)
                let verifier = try TokenVerifier(issuer)
                #expect(try await verifier.verifySessionCookie(good).uid == ana.uid)
                await #expect(throws: VerificationError.wrongKind) { try await verifier.verifyIDToken(good) }
                // Each purpose has keys of its own.
                await #expect(throws: VerificationError.unknownKey) { try await verifier.verifySessionCookie(wrong) }
            }
        }
    }

    @Test("Whatever ends a session is in the feed, for that session only")
    func ends() async throws {
        try await TestServer.with { server in
            let feed = try Self.feed(server)
            let verifier = try TokenVerifier(try Self.issuer(server), revocations: feed)
            #expect(await feed.read())
            let other = try await Self.signUp(server, "other@example.com")
            let ways: [(String, (String, String) async throws -> HTTPAnswer)] = [
                (
                    "ending one's own session",
                    { _, token in
                        let list = try await server.account("sessions", ["idToken": .string(token)])
                        guard case .array(let sessions)? = list.json["sessions"] else { return list }
                        return try await server.account(
                            "sessions:end", ["idToken": .string(token), "handles": .array(sessions.compactMap { $0["handle"] })])
                    }
                ),
                (
                    "a new password",
                    { _, token in
                        try await server.call("accounts:update", ["idToken": .string(token), "password": "battery staple"])
                    }
                ),
                (
                    "disabling",
                    { uid, _ in try await server.admin("accounts:update", ["localId": .string(uid), "disableUser": true]) }
                ),
                (
                    "a revocation",
                    { uid, _ in
                        try await server.admin(
                            "accounts:update",
                            ["localId": .string(uid), "validSince": .string("\(server.engine.clock.now.seconds + 1)")])
                    }
                ),
                ("deletion", { uid, _ in try await server.admin("accounts:delete", ["localId": .string(uid)]) }),
            ]
            for (index, (name, end)) in ways.enumerated() {
                let person = try await Self.signUp(server, "v\(index)@example.com")
                #expect(try await verifier.verifyIDToken(person.idToken).uid == person.uid, "\(name)")
                let answer = try await end(person.uid, person.idToken)
                #expect(answer.status == 200, "\(name): \(answer.text)")
                #expect(await feed.read())
                await #expect(throws: VerificationError.revoked, "\(name)") { try await verifier.verifyIDToken(person.idToken) }
            }
            #expect(try await verifier.verifyIDToken(other.idToken).uid == other.uid)
            // A backend that starts later learns the same.
            let late = try Self.feed(server)
            #expect(await late.read())
            #expect(late.count == feed.count && feed.count == ways.count)
        }
    }

    @Test("All other sessions end, and the one that ends them goes on")
    func others() async throws {
        try await TestServer.with { server in
            let feed = try Self.feed(server)
            let verifier = try TokenVerifier(try Self.issuer(server), revocations: feed)
            let first = try await Self.signUp(server, "v@example.com")
            let again = try await server.call(
                "accounts:signInWithPassword", ["email": "v@example.com", "password": "correct horse"])
            let second = try #require(again["idToken"])
            _ = try await server.account("sessions:end", ["idToken": .string(second), "allOthers": true])
            #expect(await feed.read())
            await #expect(throws: VerificationError.revoked) { try await verifier.verifyIDToken(first.idToken) }
            #expect(try await verifier.verifyIDToken(second).uid == first.uid)
        }
    }

    @Test("In production a viewer's key file reads the feed, through a change of access tokens")
    func serviceAccount() async throws {
        try await TestServer.with(isProduction: true) { server in
            let viewer = try await server.engine.serviceAccess.createServiceAccount(
                named: "feed", role: .viewer, of: server.project)
            let file = Data(try viewer.file(publicURL: server.url).utf8)
            let feed = try Self.feed(server, try .serviceAccount(keyFile: file))
            for _ in 0..<3 { #expect(await feed.read()) }
            // Deleting the account ends it within a second.
            _ = try await server.engine.serviceAccess.deleteServiceAccount("feed", in: server.project)
            try await Task.sleep(for: .milliseconds(600))
            #expect(await !feed.read())
            let stranger = try Self.feed(server, .bearer { "owner" })
            #expect(await !stranger.read())
        }
    }

    @Test("The middleware: the user, 401 with what is wrong, 503 while the keys cannot be fetched")
    func middleware() async throws {
        try await TestServer.with { server in
            let ana = try await Self.signUp(server, "ana@example.com")
            let verifier = try TokenVerifier(try Self.issuer(server))
            var down = try Self.issuer(server)
            down.idTokenKeys = try requireURL("http://127.0.0.1:1/")
            let router = Router(context: BackendContext.self)
            router.group("required").add(middleware: TokenMiddleware(verifier, from: [.cookie("session"), .bearer]))
                .get { _, context in try context.requireUser().uid }
            router.group("optional").add(middleware: TokenMiddleware(verifier, isRequired: false))
                .get { _, context in context.user?.uid ?? "nobody" }
            router.group("down").add(middleware: TokenMiddleware(try TokenVerifier(down))).get { _, _ in "never" }
            router.get("none") { _, context in try context.requireUser().uid }
            try await serving(router) { url in
                func get(_ path: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
                    try await HTTP.send("GET", url + path, headers: headers)
                }
                let good = ["Authorization": "bearer \(ana.idToken)"]
                #expect(try await get("/required", good).text == ana.uid)
                #expect(try await get("/optional", good).text == ana.uid)
                #expect(try await get("/optional").text == "nobody")
                let missing = try await get("/required", ["Authorization": "Basic eDp5"])
                #expect(missing.status == 401 && missing.headers["www-authenticate"] == "Bearer")
                #expect(try await get("/none").status == 401)
                for path in ["/required", "/optional"] {
                    let bad = try await get(path, ["Authorization": "Bearer x.y.z"])
                    #expect(bad.status == 401)
                    #expect(
                        bad.headers["www-authenticate"]
                            == #"Bearer error="invalid_token", error_description="The token is malformed.""#)
                }
                // An ID token is no session cookie.
                let cookie = try await get("/required", ["Cookie": "session=\(ana.idToken)"])
                #expect(cookie.status == 401 && cookie.headers["www-authenticate"]?.contains("wrong kind") == true)
                let unavailable = try await get("/down", good)
                #expect(unavailable.status == 503 && unavailable.headers["retry-after"] == "5")
            }
        }
    }
}
