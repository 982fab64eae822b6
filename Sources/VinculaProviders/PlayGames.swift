import Foundation
import VinculaCore
import VinculaEngine

extension BuiltInProvider {
    static let playGames = BuiltInProvider(
        id: .playGames, title: "Google Play Games",
        mark: "M4 2v20l17-10z")
}

/// Sign in with Google Play Games: a code that only our own client can exchange for a token, and the token's player.
struct PlayGames: Sendable {
    /// The maximum length of a code or token that is forwarded, in bytes.
    private static let maximumLength = 4096

    let options: ProviderOptions.PlayGames
    let http: ProviderHTTP
    /// The time limit for both requests together.
    let timeout: Duration

    /// - Parameter client: The project's own client, if it has one.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/providerUnavailable(_:)``, or
    ///   ``AuthError/providerNotConfigured``.
    func identity(code: String, client: ProviderClient?) async throws(AuthError) -> VerifiedIdentity {
        let own = client ?? ProviderClient(ids: [options.clientID], secret: options.clientSecret)
        guard let id = own.ids.first, !id.isEmpty, let secret = own.secret else { throw .providerNotConfigured }
        guard Self.isPlain(code) else { throw .invalidIDPResponse("The code is not a Google authorization code.") }
        let deadline = ContinuousClock.now + timeout
        let token = try await accessToken(code, client: id, secret: secret, until: deadline)
        let response = try await http.answer(
            to: .get(options.apiURL + "/games/v1/players/me", bearer: token), until: deadline)
        guard response.status == 200 else {
            throw .invalidIDPResponse("Google did not identify the player (status \(response.status)).")
        }
        guard let player = response.object, let subject = player["playerId"]?.string, IDTokenRules.isSubject(subject) else {
            throw .invalidIDPResponse("Google's response contains no player id.")
        }
        let key = IdentityKey(provider: .playGames, issuer: ProviderID.playGames.canonicalIssuer, subject: subject)
        let profile = Profile(displayName: player.text("displayName"), photoURL: player.text("avatarImageUrl"))
        return VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: nil, ownership: .claimed, profile: profile),
            details: ProviderDetails(federatedID: subject, rawUserInfo: player), oauthAccessToken: token)
    }

    /// Exchanges a code for an access token.
    ///
    /// Google accepts a code only from the client that it was issued to, so the token is ours and no other app's (T025).
    private func accessToken(
        _ code: String, client: String, secret: String, until deadline: ContinuousClock.Instant
    ) async throws(AuthError) -> String {
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("client_id", client), ("client_secret", secret),
            // Codes that an app got without a browser belong to no redirect URI.
            ("redirect_uri", ""),
        ]
        let response = try await http.answer(to: .post(options.tokenURL, .form(form)), until: deadline)
        guard response.status == 200 else {
            throw .invalidIDPResponse("Google refused the code: \(response.refusal).")
        }
        guard let token = response.object?.text("access_token"), Self.isPlain(token) else {
            throw .invalidIDPResponse("Google's response contains no access token.")
        }
        return token
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension ProviderHTTP.Response {
    /// The body, if it is a JSON object.
    var object: JSONValue? {
        guard isJSON, let json = JSONValue.parse(body), case .object = json else { return nil }
        return json
    }

    /// The reason for a provider's refusal: OAuth's error code (RFC 6749 §5.2) if it is well-formed, otherwise the status.
    var refusal: String {
        guard let code = object?["error"]?.string, (1...40).contains(code.utf8.count),
            code.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") })
        else { return "status \(status)" }
        return code
    }
}
