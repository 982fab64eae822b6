import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Access tokens by the real command, and providers that speak the real protocols.
@Suite("The story of access tokens")
struct AccessTokenStoryTests {
    private func serve(_ fixture: ProviderFixture) async throws -> VinculaProcess {
        var arguments = ["--ephemeral"] + VinculaProcess.cheap
        arguments += ["--google-client-ids", "ours.apps.example.com", "--google-api-url", "\(fixture.url)/google"]
        arguments += ["--google-issuer", "\(fixture.url)/google"]
        arguments += ["--facebook-client-ids", "1111", "--facebook-graph-url", "\(fixture.url)/facebook/graph"]
        arguments += ["--facebook-issuer", "\(fixture.url)/facebook"]
        arguments += ["--twitter-client-id", "consumerKey", "--twitter-api-url", "\(fixture.url)/twitter"]
        arguments += ["--github-client-id", "Iv1.ours", "--github-api-url", "\(fixture.url)/github"]
        arguments += ["--linkedin-client-ids", "linkedin-client", "--linkedin-issuer", "\(fixture.url)/linkedin/oauth"]
        arguments += ["--linkedin-api-url", "\(fixture.url)/linkedin"]
        arguments += ["--yahoo-client-ids", "yahoo-client", "--yahoo-issuer", "\(fixture.url)/yahoo"]
        arguments += ["--yahoo-api-url", "\(fixture.url)/yahoo"]
        return try await VinculaProcess.serve(
            arguments,
            environment: [
                "VINCULA_FACEBOOK_CLIENT_SECRET": "facebook-secret", "VINCULA_TWITTER_CLIENT_SECRET": "consumer-secret",
                "VINCULA_GITHUB_CLIENT_SECRET": "github-secret", "VINCULA_LINKEDIN_CLIENT_SECRET": "linkedin-secret",
                "VINCULA_YAHOO_CLIENT_SECRET": "yahoo-secret",
            ])
    }

    private func signIn(
        _ server: VinculaProcess, _ provider: ProviderID, _ token: String, idToken: String? = nil
    ) async throws -> HTTPAnswer {
        try await server.call(
            "accounts:signInWithIdp", ProviderFixture.body(provider, accessToken: token, idToken: idToken))
    }

    @Test("Every provider signs in, links, and collides as Firebase's do")
    func story() async throws {
        let fixture = try await ProviderFixture.shared
        let server = try await serve(fixture)
        for (index, provider) in ProviderFixture.providers.enumerated() {
            let (ann, ben) = (5_000 + index, 6_000 + index)
            // A new person.
            let token = try await fixture.token(of: provider, person: ann, email: "ann\(index)@acme.test")
            let first = try await signIn(server, provider, token)
            #expect(first.json["isNewUser"]?.bool == true, "\(provider): \(first.text)")
            #expect(first["providerId"] == provider.value && first["displayName"] == "Ann Archer")
            #expect(first["email"] == "ann\(index)@acme.test")
            #expect(first["photoUrl"] == "https://p.test/ann.png" && first["oauthAccessToken"] == token)
            #expect(first["screenName"] == ([.twitter, .github].contains(provider) ? "ann" : nil))
            #expect(first["oauthTokenSecret"] == (provider == .twitter ? "token-secret" : nil))
            let raw = JSONValue.parse(Data((first["rawUserInfo"] ?? "").utf8))
            #expect(raw?["name"] == "Ann Archer")
            // The same person again, by another token.
            let again = try await signIn(
                server, provider, try await fixture.token(of: provider, person: ann, email: "new\(index)@acme.test"))
            #expect(again["localId"] == first["localId"] && again.json["isNewUser"]?.bool != true, "\(again.text)")

            // Linked to an account with a password, and back by it.
            let signUp = try await server.call(
                "accounts:signUp", ["email": .string("ben\(index)@acme.test"), "password": "correct horse"])
            let bens = try await fixture.token(of: provider, person: ben, email: nil)
            let linked = try await signIn(server, provider, bens, idToken: signUp["idToken"])
            #expect(linked["localId"] == signUp["localId"] && linked["localId"] != nil, "\(linked.text)")
            #expect(try await signIn(server, provider, bens)["localId"] == signUp["localId"])

            // Ann's identity is hers.
            let collided = try await signIn(server, provider, token, idToken: linked["idToken"])
            #expect(collided["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED", "\(collided.text)")
            #expect(collided["localId"] == nil && collided["idToken"] == nil)
        }
    }

    @Test("Facebook's profile is returned when the pending credential is redeemed, and its token is not")
    func pending() async throws {
        let fixture = try await ProviderFixture.shared
        let server = try await serve(fixture)
        let signUp = try await server.call("accounts:signUp", ["email": "ann@acme.test", "password": "correct horse"])
        let token = try await fixture.token(of: .facebook, person: 7_001, email: "ann@acme.test")
        let collided = try await signIn(server, .facebook, token)
        #expect(collided.json["needConfirmation"]?.bool == true, "\(collided.text)")
        let linked = try await server.call(
            "accounts:signInWithIdp",
            [
                "requestUri": "http://localhost", "pendingToken": .string(try #require(collided["pendingToken"])),
                "idToken": .string(try #require(signUp["idToken"])), "returnIdpCredential": true,
            ])
        #expect(linked["localId"] == signUp["localId"] && linked["localId"] != nil, "\(linked.text)")
        #expect(linked["rawUserInfo"] == collided["rawUserInfo"] && linked["firstName"] == "Ann")
        #expect(linked["federatedId"] == "http://facebook.com/7001")
        #expect(linked["oauthAccessToken"] == nil)
    }

    @Test("Real tokens are checked under --dev, fake assertions still pass, and no token or secret is logged")
    func development() async throws {
        let fixture = try await ProviderFixture.shared
        let server = try await VinculaProcess.serve(
            [
                "--ephemeral", "--log-level", "trace", "--facebook-client-ids", "1111", "--facebook-graph-url",
                "\(fixture.url)/facebook/graph", "--github-client-id", "Iv1.ours",
            ] + VinculaProcess.cheap, environment: ["VINCULA_FACEBOOK_CLIENT_SECRET": "facebook-secret"])
        let fake = try await signIn(server, .facebook, "%7B%22sub%22:%22fake-1%22%7D")
        #expect(fake.status == 200, "\(fake.text)")
        let token = try await fixture.token(of: .facebook, person: 8_001, email: nil)
        #expect(try await signIn(server, .facebook, token)["federatedId"] == "http://facebook.com/8001")
        #expect(try await signIn(server, .facebook, "EAAcanary").code == "INVALID_IDP_RESPONSE")
        let unconfigured = try await signIn(server, .linkedIn, "AQcanary")
        #expect(unconfigured.message == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
        let withoutSecret = try await signIn(server, .github, "gho_canary")
        #expect(withoutSecret.message?.contains("the client's secret") == true, "\(withoutSecret.text)")
        try await Task.sleep(for: .milliseconds(300))
        for secret in ["canary", "facebook-secret", token] { #expect(!server.child.output.contains(secret), "\(secret)") }
    }

    @Test("An unreachable provider is distinguished from an invalid token, and nothing is written")
    func down() async throws {
        let server = try await VinculaProcess.serve(
            [
                "--ephemeral", "--github-client-id", "Iv1.ours", "--github-api-url", "http://127.0.0.1:1",
                "--google-client-ids", "ours.apps.example.com", "--google-api-url", "http://127.0.0.1:1",
            ] + VinculaProcess.cheap, environment: ["VINCULA_GITHUB_CLIENT_SECRET": "github-secret"])
        for provider in [ProviderID.github, .google] {
            let answer = try await signIn(server, provider, "any-token")
            #expect(answer.status == 503 && answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
        }
        let all = try await server.admin("POST", "v1/projects/demo-project/accounts:query", ["returnUserInfo": false])
        #expect(all["recordsCount"] == "0")
    }

    @Test("A client secret has no flag, and the doctor reports a missing one")
    func secrets() async throws {
        let help = try await VinculaProcess.run(["serve", "--help"])
        #expect(help.output.contains("--facebook-client-ids") && !help.output.contains("client-secret"))
        let doctor = try await VinculaProcess.run(
            ["doctor", "--dev", "--ephemeral", "--github-client-id", "Iv1.ours", "--facebook-client-ids", "1111"],
            environment: ["VINCULA_FACEBOOK_CLIENT_SECRET": "facebook-secret"])
        #expect(doctor.output.contains("without github.clientSecret"), "\(doctor.output)")
        #expect(doctor.output.contains("Facebook's access tokens are accepted for 1111."))
        #expect(!doctor.output.contains("facebook-secret"))
    }
}
