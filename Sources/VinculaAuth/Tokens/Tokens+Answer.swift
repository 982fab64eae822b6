import Foundation

/// Tokens from a server's response.
extension Tokens {
    /// - Parameter expiresIn: The lifetime of the ID token, in seconds; nil to use the expiration date in the token itself.
    init(idToken: String, refreshToken: String, expiresIn: Int64?) {
        self.init(
            idToken: idToken, refreshToken: refreshToken,
            expiresAt: expiresIn.map { Expiry.date(in: $0) } ?? (try? IDTokenContent(idToken))?.expiresAt)
    }

    /// Checks the owner of the tokens before they are stored for a user: a response that a proxy misdirected must not give
    /// anyone another person's session.
    ///
    /// - Parameters:
    ///   - uid: The required owner.
    ///   - said: The owner according to the response itself, if stated.
    /// - Throws: `internalError` if the tokens belong to another account or cannot be read.
    func require(_ uid: String, said: String? = nil) throws {
        let owner: String?
        do {
            owner = try IDTokenContent(idToken).uid
        } catch {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server's response has no readable ID token.")
        }
        guard owner == uid, said.map({ $0.isEmpty || $0 == uid }) ?? true else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's response contains a session of another account.")
        }
    }
}
