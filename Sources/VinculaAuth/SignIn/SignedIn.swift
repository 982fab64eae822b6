import Foundation
import IdentityToolkit

/// The result of a sign-in, link or reauthentication before it is applied.
struct SignedIn: Sendable {
    var tokens: Tokens
    var info: AdditionalUserInfo?
    var credential: OAuthCredential?
    /// The sign-in method as described by the response, used if the account itself cannot be looked up.
    var way: ProviderProfile?
    /// Indicates that the tokens are those the user already has.
    var isEarlierSession = false
    /// The ID token of the session replaced by this one: if this session is already over, so is the replaced one. nil if that
    /// session continues.
    var replacedToken: String?
}

/// The parts of a response that show whether somebody is signed in.
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
                .invalidUserToken, message: "The server's response to the sign-in contains no session. Sign in again.")
        }
        return Tokens(idToken: idToken, refreshToken: refreshToken, expiresIn: expiresIn)
    }
}
