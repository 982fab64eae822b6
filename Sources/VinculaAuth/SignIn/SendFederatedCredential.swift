import Foundation
import IdentityToolkit

extension Auth {
    /// What a federated credential is shown for.
    enum FederatedPurpose {
        case signIn
        /// With the ID token of the account to link to.
        case link(String)
        /// No account is made for it.
        case reauthenticate
    }

    /// Shows the server what a provider gave.
    ///
    /// - Throws: `invalidCredential` for what another server gave; the server's refusals; `accountExistsWithDifferentCredential`, `credentialAlreadyInUse` and
    ///   `emailAlreadyInUse` with the email and a credential that can be linked at once.
    func show(_ credential: OAuthCredential, for purpose: FederatedPurpose) async throws -> SignedIn {
        let backend = try backend()
        if let server = credential.server, server != backend.address {
            throw AuthFailure.make(
                .invalidCredential,
                message: "This credential is one of \(server), and the app uses \(backend.address), which must not see it.")
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
            tokens: tokens, info: info, credential: answer.credential(of: provider, at: backend.address),
            way: ProviderProfile(
                providerID: provider, uid: answer.federatedId ?? "", displayName: answer.displayName,
                photoURL: answer.photoUrl.flatMap { URL(string: $0) }, email: answer.email))
    }

    private static func profile(_ text: String?) -> [String: Any]? {
        text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
    }
}

extension SignInWithIdpResponse {
    /// The provider's tokens, if there are any.
    fileprivate func credential(of provider: String, at server: ServerAddress) -> OAuthCredential? {
        let parts = [oauthIdToken, oauthAccessToken, oauthTokenSecret, pendingToken]
        guard parts.contains(where: { !($0 ?? "").isEmpty }) else { return nil }
        return OAuthCredential(
            provider: provider, idToken: oauthIdToken, accessToken: oauthAccessToken, secret: oauthTokenSecret,
            pendingToken: pendingToken, server: (pendingToken ?? "").isEmpty ? nil : server)
    }
}

extension OAuthCredential {
    /// The credential as the server reads it: a query string. A pending one stands for its tokens.
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

    /// The name, as Apple's own sign-in page sends it.
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
