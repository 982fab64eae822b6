import Foundation
import IdentityToolkit

/// What a sign-in, a link or a reauthentication brought, before anything is made of it.
struct SignedIn: Sendable {
    var tokens: Tokens
    var info: AdditionalUserInfo?
    var credential: OAuthCredential?
    /// What the answer tells of the way in, for when the account itself cannot be looked up.
    var way: ProviderProfile?
    /// Whether the tokens are those that the user has already.
    var isEarlierSession = false
    /// The ID token of the session that this one takes the place of: if this one is over already, so is that one. Nil where
    /// that one goes on.
    var replacedToken: String?
}

/// The parts of an answer that say whether somebody is signed in.
struct SessionAnswer {
    var idToken: String?
    var refreshToken: String?
    var expiresIn: Int64?
    var pendingCredential: String?
    var factors: [MfaEnrollment]?

    /// The session's tokens.
    ///
    /// - Throws: `secondFactorRequired` with a ``MultiFactorResolver``, or `invalidUserToken` if there are no tokens.
    func tokens(for auth: Auth) throws -> Tokens {
        guard let idToken, !idToken.isEmpty, let refreshToken, !refreshToken.isEmpty else {
            if let pendingCredential, let factors {
                throw MultiFactorResolver.error(pendingCredential: pendingCredential, factors: factors, auth: auth)
            }
            throw AuthFailure.make(
                .invalidUserToken, message: "The server's answer to the sign-in has no session. Sign in again.")
        }
        return Tokens(idToken: idToken, refreshToken: refreshToken, expiresIn: expiresIn)
    }
}
