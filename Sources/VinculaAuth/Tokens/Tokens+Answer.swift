import Foundation

/// Tokens out of a server's answer.
extension Tokens {
    /// - Parameter expiresIn: How long the ID token is good for, in seconds; without it the token itself says when it ends.
    init(idToken: String, refreshToken: String, expiresIn: Int64?) {
        self.init(
            idToken: idToken, refreshToken: refreshToken,
            expiresAt: expiresIn.map { Expiry.date(in: $0) } ?? (try? IDTokenContent(idToken))?.expiresAt)
    }

    /// Makes sure whose tokens they are, before they are taken for a user's: an answer that went astray in a proxy must not give
    /// somebody another person's session.
    ///
    /// - Parameters:
    ///   - uid: Whose they have to be.
    ///   - said: Whose they are by the answer beside them, if it says so.
    /// - Throws: `internalError` for tokens of another account, or ones that cannot be read.
    func require(_ uid: String, said: String? = nil) throws {
        let owner: String?
        do {
            owner = try IDTokenContent(idToken).uid
        } catch {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server's answer has no ID token that can be read.")
        }
        guard owner == uid, said.map({ $0.isEmpty || $0 == uid }) ?? true else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's answer has a session of another account.")
        }
    }
}
