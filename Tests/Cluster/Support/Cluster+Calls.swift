import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Requests to whichever server comes first, as behind a load balancer.
extension Cluster {
    /// Calls an RPC as an app does.
    ///
    /// - Returns: `nil` if nobody knows whether it was done: the connection broke, or the answer was 503.
    func call(_ rpc: String, _ body: [String: JSONValue] = [:], on server: ClusterServer? = nil) async -> HTTPAnswer? {
        await ask(server) { ("POST", "\(self.front($0, server))/v1/\(rpc)?key=\(self.apiKey)", .object(body), nil) }
    }

    /// Exchanges a refresh token.
    func refresh(_ token: String, on server: ClusterServer? = nil) async -> HTTPAnswer? {
        await ask(server) {
            (
                "POST", "\(self.front($0, server))/securetoken.googleapis.com/v1/token?key=\(self.apiKey)",
                .object(["grantType": "refresh_token", "refreshToken": .string(token)]), nil
            )
        }
    }

    /// Calls a path of the administrators' API.
    func administer(
        _ method: String, _ path: String, _ body: [String: JSONValue]? = nil, on server: ClusterServer? = nil
    ) async -> HTTPAnswer? {
        await ask(server) {
            ("\(method)", "\($0.adminURL)/identitytoolkit.googleapis.com/\(path)", body.map { .object($0) }, "owner")
        }
    }

    /// Asks again until there is an answer. Only for what may be done twice.
    func insist(_ request: () async -> HTTPAnswer?) async throws -> HTTPAnswer {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let answer = await request() { return answer }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw ChildProcess.Failure(description: "There was no answer within a minute. \(figures)")
    }

    /// Where an app's request goes.
    private func front(_ server: ClusterServer, _ named: ClusterServer?) -> String {
        named == nil ? balancer ?? server.url : server.url
    }

    private func ask(
        _ server: ClusterServer?,
        _ request: (ClusterServer) -> (method: String, url: String, body: JSONValue?, bearer: String?)
    ) async -> HTTPAnswer? {
        guard let server = server ?? servers.randomElement() else { return nil }
        let (method, url, body, bearer) = request(server)
        guard let answer = try? await Wire.send(method, url, body, bearer: bearer) else {
            count("broken")
            return nil
        }
        guard answer.status >= 500 else {
            count("answered")
            return answer
        }
        count("refused")
        if answer.status != 503 || answer.headers["retry-after"] == nil || answer.code != "UNAVAILABLE" {
            Issue.record("\(url): \(answer.status) \(answer.headers) \(answer.text)")
        }
        return nil
    }

    /// Sets up what the project needs: sign-in methods, and two identity providers for which a test signs.
    func configure(_ server: ClusterServer) async throws {
        let fields = [
            "signIn.email.enabled", "signIn.email.passwordRequired", "signIn.anonymous.enabled",
            "emailPrivacyConfig.enableImprovedEmailPrivacy",
            "authorizedDomains", "vincula.providerTrust",
        ]
        let config = await administer(
            "PATCH", "v2/projects/\(Self.project)/config?updateMask=\(fields.joined(separator: ","))",
            [
                "signIn": .object([
                    "email": .object(["enabled": true, "passwordRequired": false]), "anonymous": .object(["enabled": true]),
                ]),
                "emailPrivacyConfig": .object(["enableImprovedEmailPrivacy": false]),
                "authorizedDomains": .array(["app.test", "localhost"]),
                "vincula": .object([
                    "providerTrust": .object([
                        IdentityProvider.own: .object(["level": "domainOwner", "domains": .array(["acme.example"])])
                    ])
                ]),
            ], on: server)
        #expect(config?.status == 200, "\(config?.text ?? server.child.output)")
        for provider in [IdentityProvider.own, IdentityProvider.shared] {
            let made = await administer(
                "POST", "v2/projects/\(Self.project)/inboundSamlConfigs?inboundSamlConfigId=\(provider)",
                try IdentityProvider.configuration(provider), on: server)
            #expect(made?.status == 200, "\(made?.text ?? "")")
        }
    }
}
