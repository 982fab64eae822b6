package import Foundation
import NIOHTTP1
package import VinculaCore

/// A server that stands in for Firebase, for projects whose people move to ours: each of its answers can be changed.
package struct FormerFirebase: Sendable {
    package static let tokenPath = "/v1/token"
    package static let passwordPath = "/v1/accounts:signInWithPassword"
    package static let lookupPath = "/v1/accounts:lookup"
    package static let keysPath = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"

    package let provider: HostileProvider
    package let clock: TestClock

    package init(_ provider: HostileProvider, clock: TestClock) {
        self.provider = provider
        self.clock = clock
        provider[Self.keysPath] = .json(["keys": .array([TestKey.rsa.published])])
    }

    /// Runs it, and a server of ours to which the project `old` moves.
    package static func run(
        limits: Bool = false, file: URL? = nil, settings change: (inout ProjectSettings) -> Void = { _ in },
        with more: [String: JSONValue] = [:], _ body: @escaping @Sendable (TestServer, FormerFirebase) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.development
        change(&settings)
        let clock = TestClock()
        let allowed = settings
        try await HostileProvider.run { provider in
            let former = FormerFirebase(provider, clock: clock)
            try await TestServer.with(file: file, settings: allowed, clock: clock, limits: limits) { server in
                try await former.begin(at: server, more)
                try await body(server, former)
            }
        }
    }

    /// Lets people move to a server of ours, for 30 days.
    package func begin(at server: TestServer, _ more: [String: JSONValue] = [:]) async throws {
        let until = Date(timeIntervalSince1970: Double(clock.now.adding(seconds: 30 * 24 * 3600).seconds))
        let firebase: [String: JSONValue] = [
            "projectId": "old", "apiKey": "AIza-of-the-old-project", "serverUrl": .string(provider.address),
            "until": .string(until.formatted(.iso8601)),
        ]
        let answer = try await server.configure(
            "vincula.migration.firebase",
            ["vincula": ["migration": ["firebase": .object(firebase.merging(more) { $1 })]]])
        guard answer.status == 200 else { throw ProviderFixture.Failure(description: answer.text) }
    }

    /// An ID token of the project `old`.
    package func idToken(
        of uid: String, signedInSecondsAgo age: Int64 = 86_400, with changes: [String: JSONValue?] = [:],
        firebase: [String: JSONValue] = [:]
    ) throws -> TestToken {
        let now = clock.now.seconds
        var token = TestToken(issuer: "https://securetoken.google.com/old", client: "old", now: now)
        let members: [String: JSONValue] = ["sign_in_provider": "password", "identities": .object([:])]
        token.claims = JSONValue.object([
            "iss": "https://securetoken.google.com/old", "aud": "old", "sub": .string(uid), "user_id": .string(uid),
            "iat": .integer(now - 10), "exp": .integer(now + 3590), "auth_time": .integer(now - age),
            "firebase": .object(members.merging(firebase) { $1 }),
        ]).with(changes)
        return token
    }

    /// Answers every exchange of a refresh token with this ID token.
    package func exchanges(for token: TestToken) throws {
        provider[Self.tokenPath] = .json([
            "id_token": .string(try token.text), "refresh_token": "AMf-next", "expires_in": "3600", "token_type": "Bearer",
        ])
    }

    /// Refuses a kind of request as Google does.
    package func refuses(_ path: String, _ code: String, status: Int = 400) {
        var answer = HostileProvider.Answer.json(["error": ["code": .integer(Int64(status)), "message": .string(code)]])
        answer.status = .init(statusCode: status)
        provider[path] = answer
    }

    /// Lets a password be right, and its account be as given.
    package func knows(_ user: [String: JSONValue], token: TestToken) throws {
        provider[Self.passwordPath] = .json(["idToken": .string(try token.text), "localId": user["localId"] ?? ""])
        provider[Self.lookupPath] = .json(["users": [.object(user)]])
    }
}

extension TestServer {
    /// Imports an account.
    package func importAccount(_ user: [String: JSONValue]) async throws {
        let answer = try await admin("accounts:batchCreate", ["users": [.object(user)]])
        guard answer.status == 200, answer.json["error"].map({ $0 == .array([]) }) ?? true else {
            throw ProviderFixture.Failure(description: answer.text)
        }
    }
}
