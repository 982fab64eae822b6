import Foundation
import IdentityToolkit

extension Auth {
    /// Signs in with a password.
    func verify(email: String, password: String) async throws -> SignedIn {
        guard !email.isEmpty else { throw AuthFailure.make(.missingEmail) }
        guard !password.isEmpty else { throw AuthFailure.make(.wrongPassword) }
        var request = SignInWithPasswordRequest()
        request.email = email
        request.password = password
        request.returnSecureToken = true
        request.tenantId = tenantID
        let answer = try await backend().call(.signInWithPassword, request)
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value,
            pendingCredential: answer.mfaPendingCredential, factors: answer.mfaInfo
        ).tokens(for: self)
        return SignedIn(tokens: tokens, info: AdditionalUserInfo(providerID: EmailAuthProvider.id, isNewUser: false))
    }

    /// Creates an account, or adds a password to one.
    ///
    /// - Parameter idToken: The account to add it to; nil for a new one.
    func signUp(email: String?, password: String?, idToken: String? = nil) async throws -> SignedIn {
        var request = SignUpRequest()
        request.email = email
        request.password = password
        request.idToken = idToken
        request.returnSecureToken = true
        request.tenantId = tenantID
        let answer = try await backend().call(.signUp, request)
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value
        ).tokens(for: self)
        let isAnonymous = email == nil
        return SignedIn(
            tokens: tokens,
            info: AdditionalUserInfo(providerID: isAnonymous ? "" : EmailAuthProvider.id, isNewUser: idToken == nil),
            way: email.map { ProviderProfile(providerID: EmailAuthProvider.id, uid: $0, email: $0) })
    }

    /// Signs in, or links, with the link from an email.
    func open(emailLink link: String, email: String, idToken: String? = nil) async throws -> SignedIn {
        guard !email.isEmpty else { throw AuthFailure.make(.missingEmail) }
        guard let parsed = EmailLink(link) else {
            throw AuthFailure.make(
                .invalidActionCode, message: "This sign-in link has no code. Request a new email and open its link.")
        }
        // Google's links contain another key of the same project, and an emulator's a made-up one.
        if let key = parsed.apiKey, key != options.apiKey, address == options.serverURL.map(ServerAddress.server) {
            throw AuthFailure.make(
                .invalidActionCode, message: "This sign-in link is for another project. Request a new email and open its link.")
        }
        return try await show(mailed: parsed.code, email: email, idToken: idToken)
    }

    /// Signs in, or links, with the digits from an email.
    func open(typedCode code: String, email: String, idToken: String? = nil) async throws -> SignedIn {
        guard !email.isEmpty else { throw AuthFailure.make(.missingEmail) }
        return try await show(mailed: TypedCode(checking: code).digits, email: email, idToken: idToken)
    }

    private func show(mailed code: String, email: String, idToken: String?) async throws -> SignedIn {
        var request = SignInWithEmailLinkRequest()
        request.email = email
        request.oobCode = code
        request.idToken = idToken
        request.tenantId = tenantID
        let answer = try await backend().call(.signInWithEmailLink, request)
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value,
            pendingCredential: answer.mfaPendingCredential, factors: answer.mfaInfo
        ).tokens(for: self)
        return SignedIn(
            tokens: tokens,
            info: AdditionalUserInfo(providerID: EmailAuthProvider.id, isNewUser: answer.isNewUser ?? false),
            way: ProviderProfile(providerID: EmailAuthProvider.id, uid: email, email: email))
    }
}
