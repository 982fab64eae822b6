import Foundation
package import VinculaCore
import VinculaCrypto

/// The request of a signed-in person, or of the page that they are on, to be handed over to a web app.
package struct HandoverOrder: Hashable, Sendable {
    /// The refresh token of the person's session, as received.
    package var refreshToken: String?
    /// The app's address, as received.
    package var continueURL: String?
    /// The app's challenge, as received.
    package var codeChallenge: String?
    /// The text that the app gets back, as received.
    package var state: String?

    package init(refreshToken: String?, continueURL: String?, codeChallenge: String?, state: String?) {
        self.refreshToken = refreshToken
        self.continueURL = continueURL
        self.codeChallenge = codeChallenge
        self.state = state
    }
}

extension AuthEngine {
    /// Makes a one-time code with which a web app can open a session of the caller's account, and the app's address with it.
    ///
    /// The caller proves to hold the session itself. An ID token is not enough: it is shown to every backend of an app, and
    /// would become a session that outlives it. The refresh token is not exchanged, and stays what it is.
    ///
    /// The code is worth nothing without the verifier that the app kept, so that neither a log nor a history with the
    /// address signs anybody in.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scope: The project.
    /// - Returns: The address to send the person to.
    /// - Throws: ``AuthError/missingRefreshToken``; the errors of ``refreshSession(_:in:)`` for a token that is worth
    ///   nothing, whose reuse ends its session here, too; ``AuthError/invalidArgument(_:)`` for the challenge; the errors of
    ///   ``HandoverTarget`` for the address and the state; ``AuthError/secondFactorRequired``; ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func handOver(_ request: HandoverOrder, in scope: ProjectScope) async throws -> String {
        guard let text = request.refreshToken, !text.isEmpty else { throw AuthError.missingRefreshToken }
        guard let token = tokens.refreshTokens.parse(text) else { throw AuthError.invalidRefreshToken }
        // First: copies of a bound session's token must not use up what its owner may do.
        _ = try await read(in: scope) { try present(token, $0) }
        try limits.admit(.handover, target: token.sessionID)
        let url: String? = try await write(in: scope) { work in
            let found = try present(token, work)
            let work = work.about(found.session.scope)
            guard found.decision != .endSession else {
                try work.endCopiedSession(found)
                return nil
            }
            if found.isForEnrollment { try SignedInRequest.handOver.requireOpen(to: found.account) }
            guard let challenge = request.codeChallenge, ProofKey.isChallenge(challenge) else {
                throw AuthError.invalidArgument("codeChallenge must be 43 characters of base64url: SHA-256 of the verifier.")
            }
            let target = try HandoverTarget(request.continueURL, state: request.state, settings: try work.settings())
            let code = SecureRandom.bytes(32).base64URL
            try work.transaction.insert(
                HandoverCode(
                    id: Data(code.utf8).sha256, session: found.session.id, challenge: challenge, host: target.host,
                    expiresAt: work.now.adding(seconds: HandoverCode.lifetimeSeconds)))
            return target.url(with: code)
        }
        // The end of the session is already committed: it must outlive the error that reports it.
        guard let url else { throw AuthError.tokenExpired }
        return url
    }
}
