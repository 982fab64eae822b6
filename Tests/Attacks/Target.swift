import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A server set up as for production, and a hostile provider that stands in for Google, Apple, Microsoft and `oidc.h`.
///
/// Nothing unsigned is believed, email privacy is on, and an email is proven only where the provider runs the mailbox.
struct Target: Sendable {
    static let openID = ProviderID("oidc.h")
    static let allProviders: [ProviderID] = [.google, .apple, .microsoft, openID]
    /// A tenant of Microsoft's that anybody can have.
    static let tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"

    let server: TestServer
    let provider: HostileProvider
    let clock: TestClock

    var scope: ProjectScope { ProjectScope(project: server.project) }

    /// Runs a server and a provider for as long as a test takes.
    ///
    /// - Parameters:
    ///   - project: Changes what the project allows.
    ///   - providers: Changes what the operator decided about providers.
    ///   - file: The database's file; `nil` keeps all in memory.
    static func run(
        project change: (inout ProjectSettings) -> Void = { _ in },
        providers: @escaping @Sendable (inout ProviderOptions) -> Void = { _ in },
        file: URL? = nil, _ body: @escaping @Sendable (Target) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.anonymousEnabled = true
        settings.secondFactors.authenticatorsEnabled = true
        change(&settings)
        let clock = TestClock()
        let allowed = settings
        try await HostileProvider.run { provider in
            let address = provider.address
            var options = ProviderOptions(
                [
                    .google: .init(clientIDs: ["client"], issuer: address),
                    .apple: .init(clientIDs: ["client"], issuer: address),
                    .microsoft: .init(clientIDs: ["client"], issuer: address),
                ], allowsLoopbackHTTP: true,
                timeout: .seconds(30))
            providers(&options)
            try await TestServer.with(file: file, settings: allowed, clock: clock, providers: options) { server in
                let target = Target(server: server, provider: provider, clock: clock)
                _ = try await target.configs(
                    "POST", "?oauthIdpConfigId=oidc.h",
                    ["issuer": .string(address), "clientId": "client", "clientSecret": "s3cret", "enabled": true])
                try await body(target)
            }
        }
    }

    // MARK: What people do

    func signUp(_ email: String, _ password: String = "violet river") async throws -> HTTPAnswer {
        try await server.call("accounts:signUp", ["email": .string(email), "password": .string(password)])
    }

    func signIn(_ email: String, _ password: String = "violet river") async throws -> HTTPAnswer {
        try await server.call("accounts:signInWithPassword", ["email": .string(email), "password": .string(password)])
    }

    /// Somebody with a password whose email is proven, signed in.
    func verifiedPerson(_ email: String, _ password: String = "violet river") async throws -> HTTPAnswer {
        let made = try await server.admin(
            "accounts", ["email": .string(email), "password": .string(password), "emailVerified": true])
        #expect(made.status == 200, "\(made.text)")
        return try await signIn(email, password)
    }

    /// A provider's token, good unless somebody spoils it.
    func token(_ provider: ProviderID, _ claims: [String: JSONValue?]) -> TestToken {
        let tenant = claims["tid"]??.string ?? Self.tenant
        let issuer = provider == .microsoft ? "\(self.provider.address)/\(tenant)/v2.0" : self.provider.address
        var token = TestToken(issuer: issuer, now: clock.now.seconds)
        token.claims = token.claims.with(["email": nil, "email_verified": nil, "name": nil])
        if provider == .microsoft { token.claims = token.claims.with(["tid": .string(tenant)]) }
        token.claims = token.claims.with(claims)
        return token
    }

    /// Presents a provider's word: signs in, links with an ID token, reauthenticates with `autoCreate: false`.
    func idp(
        _ provider: ProviderID, _ claims: [String: JSONValue?], idToken: String? = nil, more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        try await present(token(provider, claims), as: provider, idToken: idToken, more: more)
    }

    func present(
        _ token: TestToken, as provider: ProviderID, idToken: String? = nil, more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        try await present(text: try token.text, as: provider, idToken: idToken, more: more)
    }

    func present(
        text: String, as provider: ProviderID, idToken: String? = nil, fields: String = "", more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var body: [String: JSONValue] = [
            "requestUri": "http://localhost", "returnSecureToken": true,
            "postBody": .string("providerId=\(provider)&id_token=\(escaped)\(fields)"),
        ]
        body["idToken"] = idToken.map { .string($0) }
        return try await server.call("accounts:signInWithIdp", body.merging(more) { $1 })
    }

    func redeem(_ pendingToken: String, idToken: String? = nil) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = ["requestUri": "http://localhost", "pendingToken": .string(pendingToken)]
        body["idToken"] = idToken.map { .string($0) }
        return try await server.call("accounts:signInWithIdp", body)
    }

    // MARK: What administrators do

    /// Calls `oauthIdpConfigs`.
    func configs(_ method: String, _ rest: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/identitytoolkit.googleapis.com/v2/projects/\(server.project)/oauthIdpConfigs\(rest)", .object(body),
            headers: ["Authorization": "Bearer owner"], method: method)
    }

    func switchProvider(on isOn: Bool) async throws {
        let answer = try await configs("PATCH", "/oidc.h?updateMask=enabled", ["enabled": .bool(isOn)])
        #expect(answer.json["enabled"] == .bool(isOn), "\(answer.text)")
    }

    /// An account as administrators see it; `null` for none.
    func account(_ id: String?) async throws -> JSONValue {
        let found = try await server.admin("accounts:lookup", ["localId": .array([.string(id ?? "")])])
        guard case .array(let users)? = found.json["users"] else { return .null }
        return users.first ?? .null
    }

    /// The providers of an account.
    func providers(_ id: String?) async throws -> Set<String> {
        guard case .array(let rows)? = try await account(id)["providerUserInfo"] else { return [] }
        return Set(rows.compactMap { $0["providerId"]?.string })
    }

    func accounts() async throws -> [Account] {
        try await server.engine.accounts.listAccounts(after: nil, limit: 1000, in: scope)
    }
}

extension HTTPAnswer {
    /// A text of the answer, which must be there.
    func text(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        try #require(self[name], "\(text)", sourceLocation: sourceLocation)
    }

    /// The same as JSON.
    func value(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        .string(try text(name, sourceLocation: sourceLocation))
    }

    var hasTokens: Bool { ["idToken", "refreshToken", "id_token", "refresh_token"].contains { self[$0] != nil } }
}
