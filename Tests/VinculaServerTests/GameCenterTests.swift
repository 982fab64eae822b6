import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// `accounts:signInWithGameCenter`, from the signature to the account.
@Suite("Game Center")
struct GameCenterTests {
    private static let path = "/public-key/gc-prod-10.cer"

    /// A server that knows one game and one key server.
    private func run(
        signer: GameCenterSigner? = nil, bundles: [String] = ["com.example.other", "com.example.game"],
        _ body: @escaping @Sendable (TestServer, PlatformFixture, GameCenterSigner, String) async throws -> Void
    ) async throws {
        let signer = try signer ?? GameCenterSigner.apple.get()
        try await PlatformFixture.run { fixture in
            fixture.answer(Self.path) { _ in .init(type: "application/pkix-cert", body: signer.certificate) }
            let keyURL = fixture.url + Self.path
            try await TestServer.with(providers: {
                $0.gameCenter.bundleIDs = bundles
                $0.gameCenter.keyURL = fixture.url + "/public-key/"
            }) { server in try await body(server, fixture, signer, keyURL) }
        }
    }

    private static let rpc = "accounts:signInWithGameCenter"

    @Test("a player signs in, comes back, and is linked to an account")
    func signIn() async throws {
        try await run { server, fixture, signer, keyURL in
            let first = try await server.call(Self.rpc, try signer.body(signing: "T:_1", keyURL: keyURL))
            #expect(first.json["isNewUser"] == true && first["teamPlayerId"] == "T:_1", "\(first.text)")
            #expect(first["displayName"] == "Ann" && first["refreshToken"] != nil && first["expiresIn"] == "3600")
            let again = try await HTTP.post(
                "\(server.url)/identitytoolkit/v3/relyingparty/signInWithGameCenter?key=k",
                .object(try signer.body(signing: "T:_1", keyURL: keyURL)))
            #expect(again["localId"] == first["localId"] && again.json["isNewUser"] == nil)
            let lookup = try await server.call("accounts:lookup", ["idToken": .string(again["idToken"] ?? "")])
            #expect(lookup.text.contains(#""providerId":"gc.apple.com""#) && lookup.text.contains(#""rawId":"T:_1""#))
            let anonymous = try await server.call("accounts:signUp")
            var link = try signer.body(signing: "T:_2", keyURL: keyURL)
            link["idToken"] = .string(anonymous["idToken"] ?? "")
            let linked = try await server.call(Self.rpc, link)
            #expect(linked["localId"] == anonymous["localId"], "\(linked.text)")
            var taken = try signer.body(signing: "T:_1", keyURL: keyURL)
            taken["idToken"] = .string(linked["idToken"] ?? "")
            #expect(try await server.call(Self.rpc, taken).code == "FEDERATED_USER_ID_ALREADY_LINKED")
            let sessions = try await server.account("sessions", ["idToken": .string(linked["idToken"] ?? "")])
            guard case .array(let listed)? = sessions.json["sessions"] else { throw AuthError.invalidIDToken }
            _ = try await server.account(
                "sessions:end",
                ["idToken": .string(linked["idToken"] ?? ""), "handles": .array([listed[0]["handle"] ?? ""])])
            var late = try signer.body(signing: "T:_3", keyURL: keyURL)
            late["idToken"] = .string(linked["idToken"] ?? "")
            #expect(try await server.call(Self.rpc, late).code == "TOKEN_EXPIRED")
            #expect(fixture.received(at: Self.path).count == 1)
        }
    }

    @Test("the other ids of a player are signed by other systems")
    func otherIDs() async throws {
        try await run { server, _, signer, keyURL in
            for field in ["playerId", "gamePlayerId"] {
                let answer = try await server.call(Self.rpc, try signer.body(signing: "A:_\(field)", as: field, keyURL: keyURL))
                #expect(answer[field] == "A:_\(field)" && answer["teamPlayerId"] == nil, "\(answer.text)")
            }
        }
    }

    @Test("T025 an id that includes the beginning of another app's bundle id is refused")
    func stretchedID() async throws {
        try await run { server, _, signer, keyURL in
            for id in ["T:_abcevil.", "T:_", "G:12a", "X:_1", "abc", "A:_a b"] {
                let answer = try await server.call(Self.rpc, try signer.body(signing: id, keyURL: keyURL))
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(id): \(answer.text)")
            }
        }
    }

    @Test("somebody who claims another player's id beside their own signature stays themselves")
    func claimedID() async throws {
        try await run { server, _, signer, keyURL in
            let victim = try await server.call(Self.rpc, try signer.body(signing: "G:1234567", as: "playerId", keyURL: keyURL))
            let body = try signer.body(signing: "T:_mallory", keyURL: keyURL)
            for field in ["playerId", "gamePlayerId"] {
                let answer = try await server.call(Self.rpc, body.merging([field: "G:1234567"]) { $1 })
                #expect(answer.status == 200 && answer["localId"] != victim["localId"], "\(answer.text)")
                #expect(answer[field] == nil && answer["teamPlayerId"] == "T:_mallory")
            }
            #expect(
                try await server.call(Self.rpc, body.merging(["teamPlayerId": "G:1234567"]) { $1 }).code == "INVALID_IDP_RESPONSE"
            )
        }
    }

    @Test("an invalid signature is refused, and creates nobody")
    func tampered() async throws {
        try await run { server, _, signer, keyURL in
            let now = Int64(Date().timeIntervalSince1970)
            let good = try signer.body(signing: "T:_1", keyURL: keyURL)
            let changes: [[String: JSONValue]] = [
                ["teamPlayerId": "T:_2"], ["salt": "AAAA"], ["timestamp": .string(String(now * 1000 - 1))],
                ["signature": .string(Data(count: 256).base64EncodedString())],
                ["signature": .string(Data(count: 1025).base64EncodedString())], ["teamPlayerId": "\u{E9}"],
                ["teamPlayerId": .string(String(repeating: "T", count: 257))],
            ]
            for change in changes {
                let answer = try await server.call(Self.rpc, good.merging(change) { $1 })
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(change) \(answer.text)")
            }
            for body in [
                try signer.body(signing: "T:_1", bundle: "com.example.evil", keyURL: keyURL),
                try signer.body(signing: "T:_1", at: now - 700, keyURL: keyURL),
                try signer.body(signing: "T:_1", at: now + 120, keyURL: keyURL),
            ] { #expect(try await server.call(Self.rpc, body).code == "INVALID_IDP_RESPONSE") }
            for field in ["publicKeyUrl", "signature", "salt", "timestamp"] {
                var body = good
                body[field] = nil
                #expect(try await server.call(Self.rpc, body).code == "INVALID_CREDENTIAL_OR_PROVIDER_ID", "\(field)")
            }
            for (field, value) in [("signature", "!!"), ("salt", "A"), ("timestamp", "-1")] {
                let answer = try await server.call(Self.rpc, good.merging([field: .string(value)]) { $1 })
                #expect(answer.code == "INVALID_CREDENTIAL_OR_PROVIDER_ID", "\(answer.text)")
            }
            #expect(try await server.call(Self.rpc, good.merging(["timestamp": "soon"]) { $1 }).status == 400)
            #expect(try await server.call(Self.rpc, good.merging(["tenantId": "a/b"]) { $1 }).code == "INVALID_TENANT_ID")
            #expect(try await server.administer("GET", "config").status == 200)
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }

    @Test("keys are fetched only from where Game Center's are")
    func foreignKeys() async throws {
        try await run { server, fixture, signer, keyURL in
            fixture.answer("/elsewhere/gc-prod-10.cer") { _ in .init(body: signer.certificate) }
            let base = fixture.url
            for url in [
                base + "/elsewhere/gc-prod-10.cer", base + "/public-key/../elsewhere/gc-prod-10.cer",
                base + "/public-key/%2e%2e/elsewhere/gc-prod-10.cer", base + "/public-key/gc-prod-10.cer?x=1",
                base + "/public-key/gc-prod-10.cer#.cer", base + "/public-key/x/gc.cer", "https://evil.test/gc-prod-10.cer",
                base.replacingOccurrences(of: "http://", with: "http://a@") + "/public-key/gc-prod-10.cer",
                base + "@evil.test/public-key/gc-prod-10.cer", keyURL + ".txt", "nonsense", base + "/public-key/.cer",
            ] {
                let answer = try await server.call(Self.rpc, try signer.body(signing: "T:_1", keyURL: url))
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(url) \(answer.text)")
            }
            #expect(fixture.received.isEmpty)
            let unknown = try signer.body(signing: "T:_1", keyURL: base + "/public-key/gc-prod-99.cer")
            for _ in 0..<3 { #expect(try await server.call(Self.rpc, unknown).code == "INVALID_IDP_RESPONSE") }
            #expect(fixture.received.count == 1)
        }
    }

    @Test("a certificate must be Apple's, not an authority's, and currently valid")
    func certificates() async throws {
        let day: TimeInterval = 86_400
        let signers = [
            try GameCenterSigner(organization: "Evil Inc."), try GameCenterSigner(isAuthority: true),
            try GameCenterSigner(from: Date(timeIntervalSinceNow: -2 * day), until: Date(timeIntervalSinceNow: -day)),
            try GameCenterSigner(from: Date(timeIntervalSinceNow: day), until: Date(timeIntervalSinceNow: 2 * day)),
        ]
        for signer in signers {
            try await run(signer: signer) { server, _, signer, keyURL in
                let answer = try await server.call(Self.rpc, try signer.body(signing: "T:_1", keyURL: keyURL))
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
            }
        }
        try await run { server, fixture, signer, keyURL in
            fixture.answer(Self.path) { _ in .init(body: Data("no certificate".utf8)) }
            let answer = try await server.call(Self.rpc, try signer.body(signing: "T:_1", keyURL: keyURL))
            #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
        }
    }

    @Test("a project's own games take the place of the server's")
    func projectsGames() async throws {
        try await run(bundles: []) { server, _, signer, keyURL in
            let body = try signer.body(signing: "T:_1", keyURL: keyURL)
            #expect(try await server.call(Self.rpc, body).code == "OPERATION_NOT_ALLOWED")
            _ = try await server.configureProvider("gc.apple.com", ["enabled": true])
            #expect(try await server.call(Self.rpc, body).code == "OPERATION_NOT_ALLOWED")
            let apps = JSONValue.object(["bundleIds": .array(["com.example.game"])])
            _ = try await server.configureProvider("apple.com", ["appleSignInConfig": apps])
            #expect(try await server.call(Self.rpc, body).status == 200)
            _ = try await server.configureProvider("gc.apple.com", ["enabled": false])
            let off = try await server.call(Self.rpc, body)
            #expect(off.message == "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")
        }
    }
}
