import Foundation
import IdentityToolkit

extension Auth {
    /// The operation that a federated credential is used for.
    enum FederatedPurpose {
        case signIn
        /// Links to the account of this ID token.
        case link(String)
        /// Reauthenticates without creating an account.
        case reauthenticate
    }

    /// Sends a provider's credential to the server.
    ///
    /// - Throws: `invalidCredential` if another server issued it; the server's errors; `accountExistsWithDifferentCredential`,
    ///   `credentialAlreadyInUse` and `emailAlreadyInUse` with the email and a credential that is ready to be linked.
    func show(_ credential: OAuthCredential, for purpose: FederatedPurpose) async throws -> SignedIn {
        let backend = try backend()
        if let server = credential.server, server != backend.address {
            throw AuthFailure.make(
                .invalidCredential,
                message: "This credential is for \(server), but the app uses \(backend.address), which must not see it.")
        }
        var request = SignInWithIdpRequest()
        request.requestUri = credential.webResult?.requestURI ?? "http://localhost"
        request.sessionId = credential.webResult?.sessionID
        request.postBody = credential.postBody
        request.pendingToken = credential.pendingToken
        request.returnSecureToken = true
        request.returnIdpCredential = true
        request.autoCreate = true
        request.tenantId = tenantID
        switch purpose {
        case .signIn: break
        case .link(let idToken): request.idToken = idToken
        case .reauthenticate: request.autoCreate = false
        }
        let answer = try await backend.call(.signInWithIdp, request)
        if let collision = Collision.error(in: answer, of: backend.address, with: credential) { throw collision }
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value,
            pendingCredential: answer.mfaPendingCredential, factors: answer.mfaInfo
        ).tokens(for: self)
        let provider = answer.providerId ?? credential.provider
        let info = AdditionalUserInfo(
            providerID: provider, profile: Self.profile(answer.rawUserInfo), username: answer.screenName,
            isNewUser: answer.isNewUser ?? false)
        return SignedIn(
            tokens: tokens, info: info,
            credential: answer.credential(of: provider, at: backend.address) ?? credential.tokensBesidePending,
            way: ProviderProfile(
                providerID: provider, uid: answer.federatedId ?? "", displayName: answer.displayName,
                photoURL: answer.photoUrl.flatMap { URL(string: $0) }, email: answer.email))
    }

    private static func profile(_ text: String?) -> [String: Any]? {
        text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
    }
}

extension SignInWithIdpResponse {
    /// The provider's tokens, if any.
    fileprivate func credential(of provider: String, at server: ServerAddress) -> OAuthCredential? {
        let parts = [oauthIdToken, oauthAccessToken, oauthTokenSecret, pendingToken]
        guard parts.contains(where: { !($0 ?? "").isEmpty }) else { return nil }
        return OAuthCredential(
            provider: provider, idToken: oauthIdToken, accessToken: oauthAccessToken, secret: oauthTokenSecret,
            pendingToken: pendingToken, server: (pendingToken ?? "").isEmpty ? nil : server)
    }
}

extension OAuthCredential {
    /// The provider's tokens that came with a collision; nil if there are none, or if it was no collision. The server does not
    /// keep them with the pending credential, so its response to the link has none.
    fileprivate var tokensBesidePending: OAuthCredential? {
        guard pendingToken != nil, idToken != nil || accessToken != nil || secret != nil else { return nil }
        return OAuthCredential(provider: provider, idToken: idToken, accessToken: accessToken, secret: secret)
    }

    /// The credential in the form the server expects: a query string. A pending credential is sent in place of its tokens.
    var postBody: String {
        var fields = [("providerId", provider)]
        if pendingToken == nil {
            if let idToken { fields.append(("id_token", idToken)) }
            if let rawNonce { fields.append(("nonce", rawNonce)) }
            if let accessToken { fields.append(("access_token", accessToken)) }
            if let secret { fields.append(("oauth_token_secret", secret)) }
            if let user { fields.append(("user", user)) }
        }
        return fields.map { "\($0)=\(Self.escape($1))" }.joined(separator: "&")
    }

    /// The name, in the format of Apple's own sign-in page.
    private var user: String? {
        guard let fullName, fullName.givenName != nil || fullName.familyName != nil else { return nil }
        var name: [String: String] = [:]
        name["firstName"] = fullName.givenName
        name["lastName"] = fullName.familyName
        let data = try? JSONSerialization.data(withJSONObject: ["name": name], options: .sortedKeys)
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// RFC 3986 §2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
