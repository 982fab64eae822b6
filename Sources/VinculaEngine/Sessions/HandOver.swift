import Foundation
package import VinculaCore
import VinculaCrypto

/// The request of a signed-in person, or of the page that they are on, to be handed over to a web app.
package struct HandoverOrder: Hashable, Sendable {
    package var idToken: String?
    /// The app's address, as received.
    package var continueURL: String?
    /// The app's challenge, as received.
    package var codeChallenge: String?
    /// The text that the app gets back, as received.
    package var state: String?

    package init(idToken: String?, continueURL: String?, codeChallenge: String?, state: String?) {
        self.idToken = idToken
        self.continueURL = continueURL
        self.codeChallenge = codeChallenge
        self.state = state
    }
}

extension AuthEngine {
    /// Makes a one-time code with which a web app can open a session of the caller's account, and the app's address with it.
    ///
    /// The code is worth nothing without the verifier that the app kept, so that neither a log nor a history with the
    /// address signs anybody in.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scope: The project.
    /// - Returns: The address to send the person to.
    /// - Throws: ``HandoverTarget``'s errors for the address and the state, ``AuthError/invalidArgument(_:)`` for the
    ///   challenge, ``AuthError/tokenExpired``, also once the token's session has ended,
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``, and the answers to an unusable ID token.
    package func handOver(_ request: HandoverOrder, in scope: ProjectScope) async throws -> String {
        let facts = try tokens.verifyCaller(request.idToken, in: scope, now: clock.now)
        guard let challenge = request.codeChallenge, ProofKey.isChallenge(challenge) else {
            throw AuthError.invalidArgument("codeChallenge must be 43 characters of base64url: SHA-256 of the verifier.")
        }
        try limits.admit(.handover, target: facts.account, in: scope)
        let life = sessionLife
        return try await write(in: scope) { work in
            let target = try HandoverTarget(request.continueURL, state: request.state, settings: try work.settings())
            let session = try work.currentSession(facts, of: try work.caller(facts), life)
            let code = SecureRandom.bytes(32).base64URL
            try work.transaction.insert(
                HandoverCode(
                    id: Data(code.utf8).sha256, session: session.id, challenge: challenge, host: target.host,
                    expiresAt: work.now.adding(seconds: HandoverCode.lifetimeSeconds)))
            return target.url(with: code)
        }
    }
}
