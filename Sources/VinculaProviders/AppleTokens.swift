import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Revokes codes and tokens that Apple issued to an app.
struct AppleTokens: Sendable {
    /// The lifetime of a client secret, in seconds. A short one is enough: Apple checks it when it receives the request.
    static let secretLifetime: Int64 = 300
    /// The maximum number of clients to try if it is unknown to which one a code or token was issued.
    private static let maximumClientCount = 5

    /// Apple's issuer identifier, which is also its base URL.
    let issuer: String
    let http: ProviderHTTP
    /// The time limit for all requests together.
    let timeout: Duration
    let now: Timestamp

    /// Revokes a code or token at Apple.
    ///
    /// A code is exchanged for a token first, because Apple revokes only tokens.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if Apple refuses, ``AuthError/providerUnavailable(_:)``, or
    ///   ``AuthError/providerNotConfigured`` if there is no key.
    func revoke(_ token: ProviderToken, client: ProviderClient) async throws(AuthError) {
        guard let appleKey = client.appleKey, let key = AppleSigningKey(appleKey.privateKey) else {
            throw .providerNotConfigured
        }
        let deadline = ContinuousClock.now + timeout
        var refusal = AuthError.providerNotConfigured
        for id in clients(for: token, of: client) {
            let secret: String
            do {
                secret = try key.clientSecret(
                    keyID: appleKey.keyID, teamID: appleKey.teamID, clientID: id, audience: issuer, issuedAt: now.seconds,
                    lifetime: Self.secretLifetime)
            } catch {
                throw .providerNotConfigured
            }
            do throws(AuthError) {
                let app = App(id: id, secret: secret)
                switch token.kind {
                case .code: try await revoke(try await exchange(token, by: app, until: deadline), by: app, until: deadline)
                case .accessToken: try await revoke(Issued(token.value, "access_token"), by: app, until: deadline)
                case .refreshToken: try await revoke(Issued(token.value, "refresh_token"), by: app, until: deadline)
                }
                return
            } catch .invalidIDPResponse(let reason) {
                // It may belong to another app of the same team.
                refusal = .invalidIDPResponse(reason)
            }
        }
        throw refusal
    }

    private struct App: Sendable {
        let id: String
        let secret: String

        var fields: [(String, String)] { [("client_id", id), ("client_secret", secret)] }
    }

    private struct Issued: Sendable {
        let token: String
        let hint: String

        init(_ token: String, _ hint: String) {
            self.token = token
            self.hint = hint
        }
    }

    /// The clients to try. A web page's code belongs to the services id, which comes first; an app's code belongs to one of
    /// the bundle ids, which come last.
    private func clients(for token: ProviderToken, of client: ProviderClient) -> [String] {
        guard token.kind == .code else { return Array(client.ids.prefix(Self.maximumClientCount)) }
        guard token.redirectURI == nil else { return Array(client.ids.prefix(1)) }
        return client.ids.suffix(Self.maximumClientCount).reversed()
    }

    private func exchange(
        _ code: ProviderToken, by app: App, until deadline: ContinuousClock.Instant
    ) async throws(AuthError) -> Issued {
        var fields = app.fields + [("grant_type", "authorization_code"), ("code", code.value)]
        if let uri = code.redirectURI { fields.append(("redirect_uri", uri)) }
        let response = try await http.answer(to: .post(issuer + "/auth/token", .form(fields)), until: deadline)
        guard response.status == 200 else { throw .invalidIDPResponse("Apple refused the code: \(response.refusal).") }
        if let token = response.object?.text("refresh_token") { return Issued(token, "refresh_token") }
        if let token = response.object?.text("access_token") { return Issued(token, "access_token") }
        throw .providerUnavailable("Apple's response contains no token.")
    }

    private func revoke(_ issued: Issued, by app: App, until deadline: ContinuousClock.Instant) async throws(AuthError) {
        let fields = app.fields + [("token", issued.token), ("token_type_hint", issued.hint)]
        let response = try await http.answer(to: .post(issuer + "/auth/revoke", .form(fields)), until: deadline)
        guard response.status == 200 else { throw .invalidIDPResponse("Apple refused to revoke the token: \(response.refusal).") }
    }
}
