import Foundation
import VinculaCore
import VinculaCrypto

extension ScopedReads {
    /// Finds the session that an ID token belongs to, while it is open. An ID token alone is valid for up to an hour after
    /// the end of its session.
    ///
    /// - Parameters:
    ///   - facts: The facts of the token.
    ///   - account: The token's account as it is now.
    ///   - life: The lifetime of sessions.
    /// - Throws: ``AuthError/tokenExpired``, also for a token that names no session, and the answers to a session of a
    ///   provider that has been disabled.
    func currentSession(_ facts: IDTokenFacts, of account: Account, _ life: SessionLife) throws -> Session {
        guard let session = try facts.session.flatMap({ try reads.session($0) }), session.scope == scope,
            life.isOpen(session, of: account, now: now)
        else { throw AuthError.tokenExpired }
        try requireEnabled(session.signInProvider)
        return session
    }
}

/// The name that a session has for its owner: a digest, so that no list has the ids that refresh tokens begin with.
enum SessionHandle {
    private static let label = Data("vincula session handle\u{0}".utf8)

    static func make(ofSession id: Data) -> String { (label + id).sha256.base64URL }
}
