import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The product's main job, by the real command and a real OpenID provider.
@Suite("The story: several verified ways into one account")
struct StoryTests {
    private static let client = "vincula-app"

    @Test("Password, then a linked provider, then back by either way: the same user ID")
    func story() async throws {
        let provider = try await OpenIDProviderProcess.start()
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheapHashes)
        try await configure(server, provider)
        try await provider.setClaims(["email": "ana@example.com", "email_verified": true, "name": "Ana"], of: "ana")

        let signUp = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "correct horse"])
        let id = try #require(signUp["localId"])

        let linked = try await signIn(server, provider, nonce: "link-1", idToken: signUp["idToken"])
        #expect(linked.status == 200, "\(linked.text)")
        #expect(linked["localId"] == id)
        #expect(linked["providerId"] == "oidc.acme")

        let byProvider = try await signIn(server, provider, nonce: "back-1")
        #expect(byProvider["localId"] == id)
        #expect(byProvider.json["isNewUser"]?.bool != true)
        let byPassword = try await server.call(
            "accounts:signInWithPassword", ["email": "ana@example.com", "password": "correct horse"])
        #expect(byPassword["localId"] == id)

        let token = try #require(byProvider["idToken"])
        let account = try await server.call("accounts:lookup", ["idToken": .string(token)])
        guard case .array(let users)? = account.json["users"], case .array(let ways)? = users.first?["providerUserInfo"] else {
            Issue.record("No account: \(account.text)")
            return
        }
        #expect(Set(ways.compactMap { $0["providerId"]?.string }) == ["password", "oidc.acme"])
    }

    @Test("Each collision on the way gets Firebase's answer")
    func collisions() async throws {
        let provider = try await OpenIDProviderProcess.start()
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheapHashes)
        try await configure(server, provider)
        // The provider claims ana's address without having verified it.
        try await provider.setClaims(["email": "ana@example.com", "email_verified": false], of: "ana")

        let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "correct horse"])
        let anaToken = try #require(ana["idToken"])

        let collided = try await signIn(server, provider, nonce: "c-1")
        #expect(collided.json["needConfirmation"]?.bool == true, "\(collided.text)")
        #expect(collided["idToken"] == nil && collided["localId"] == nil)
        let pending = try #require(collided["pendingToken"])

        let eve = try await server.call("accounts:signUp", ["email": "eve@example.com", "password": "correct horse"])
        let eveToken = try #require(eve["idToken"])
        let taken = try await signIn(server, provider, nonce: "c-2", idToken: eveToken)
        #expect(taken["errorMessage"] == "EMAIL_EXISTS", "\(taken.text)")
        let stolen = try await redeem(server, pending, idToken: eveToken)
        #expect(stolen.code == "INVALID_PENDING_TOKEN", "\(stolen.text)")

        let linked = try await redeem(server, pending, idToken: anaToken)
        #expect(linked["localId"] == ana["localId"], "\(linked.text)")
        let again = try await redeem(server, pending, idToken: anaToken)
        #expect(again.code == "INVALID_PENDING_TOKEN")

        let second = try await signIn(server, provider, nonce: "c-3", idToken: eveToken)
        #expect(second["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED", "\(second.text)")
        #expect(second["localId"] == nil && second["idToken"] == nil)
        let home = try await signIn(server, provider, nonce: "c-4")
        #expect(home["localId"] == ana["localId"])
    }

    @Test("Signature, nonce and audience are really checked")
    func verification() async throws {
        let provider = try await OpenIDProviderProcess.start()
        let stranger = try await OpenIDProviderProcess.start()
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheapHashes)
        try await configure(server, provider)
        let good = try await provider.idToken(of: "ana", client: Self.client, nonce: "n-1")

        let wrongNonce = try await present(server, good, nonce: "n-2")
        #expect(wrongNonce.code == "MISSING_OR_INVALID_NONCE", "\(wrongNonce.text)")
        let noNonce = try await present(server, good, nonce: nil)
        #expect(noNonce.code == "MISSING_OR_INVALID_NONCE", "\(noNonce.text)")

        var segments = good.split(separator: ".").map(String.init)
        let forged = try await stranger.idToken(of: "ana", client: Self.client, nonce: "n-1").split(separator: ".").map(
            String.init)
        segments[2] = forged[2]
        #expect(try await present(server, segments.joined(separator: "."), nonce: "n-1").code == "INVALID_IDP_RESPONSE")
        #expect(try await present(server, forged.joined(separator: "."), nonce: "n-1").code == "INVALID_IDP_RESPONSE")
        let otherApp = try await provider.idToken(of: "ana", client: "other-app", nonce: "n-1")
        #expect(try await present(server, otherApp, nonce: "n-1").code == "INVALID_IDP_RESPONSE")
        let unsigned = try await present(server, #"{"sub":"ana","email":"ana@example.com"}"#, nonce: "n-1")
        #expect(unsigned.code == "INVALID_IDP_RESPONSE")

        #expect(try await present(server, good, nonce: "n-1").status == 200)
    }

    @Test("A provider that is down gets a clear error, and nothing is written")
    func providerDown() async throws {
        let provider = try await OpenIDProviderProcess.start()
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheapHashes)
        try await configure(server, provider)
        let token = try await provider.idToken(of: "ana", client: Self.client, nonce: "n-1")
        provider.child.signal(SIGKILL)
        try await provider.child.end()
        let answer = try await present(server, token, nonce: "n-1")
        #expect(answer.status == 503)
        #expect(answer.code == "INVALID_IDP_RESPONSE")
        let all = try await server.admin("POST", "v1/projects/demo-project/accounts:query", ["returnUserInfo": false])
        #expect(all["recordsCount"] == "0")
    }

    // MARK: Steps

    private func configure(_ server: VinculaProcess, _ provider: OpenIDProviderProcess) async throws {
        let answer = try await server.admin(
            "POST", "v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId=oidc.acme",
            [
                "clientId": .string(Self.client), "issuer": .string(provider.issuer), "enabled": true,
                "displayName": "Acme",
            ])
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func signIn(
        _ server: VinculaProcess, _ provider: OpenIDProviderProcess, nonce: String, idToken: String? = nil
    ) async throws -> HTTPAnswer {
        let token = try await provider.idToken(of: "ana", client: Self.client, nonce: nonce)
        return try await present(server, token, nonce: nonce, idToken: idToken)
    }

    private func present(
        _ server: VinculaProcess, _ token: String, nonce: String?, idToken: String? = nil
    ) async throws -> HTTPAnswer {
        let encoded = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var body: [String: JSONValue] = [
            "requestUri": "http://localhost", "returnIdpCredential": true, "returnSecureToken": true,
            "postBody": .string("providerId=oidc.acme&id_token=\(encoded)" + (nonce.map { "&nonce=\($0)" } ?? "")),
        ]
        body["idToken"] = idToken.map { .string($0) }
        return try await server.call("accounts:signInWithIdp", body)
    }

    private func redeem(_ server: VinculaProcess, _ pending: String, idToken: String) async throws -> HTTPAnswer {
        try await server.call(
            "accounts:signInWithIdp",
            [
                "requestUri": "http://localhost", "pendingToken": .string(pending), "idToken": .string(idToken),
                "returnSecureToken": true,
            ])
    }
}
