import Foundation
import VinculaCore
import VinculaCrypto

extension ScopedReads {
    /// Finds the account that an ID token opens, and the token's session, which must be one that could be refreshed now.
    ///
    /// - Parameters:
    ///   - facts: The facts of the token.
    ///   - life: The lifetime of sessions.
    ///   - needsKey: As for ``callerAndSession(_:needsKey:)``.
    /// - Throws: The errors of ``caller(_:needsKey:)``, ``AuthError/tokenExpired`` also for a token that names no session, and the
    ///   answers to a session of a provider that has been disabled.
    func currentSession(
        _ facts: IDTokenFacts, _ life: SessionLife, needsKey: Bool = true
    ) throws -> (account: Account, session: Session) {
        let (account, found) = try callerAndSession(facts, needsKey: needsKey)
        guard let session = found, !life.isOver(session, now: now) else { throw AuthError.tokenExpired }
        try requireEnabled(session.signInProvider)
        return (account, session)
    }
}

/// The name that a session has for its owner: a digest, so that no list has the ids that refresh tokens begin with.
enum SessionHandle {
    private static let label = Data("vincula session handle\u{0}".utf8)

    static func make(ofSession id: Data) -> String { (label + id).sha256.base64URL }
}
