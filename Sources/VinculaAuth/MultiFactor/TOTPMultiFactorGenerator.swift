public import Foundation
import IdentityToolkit

/// Creates secrets for authenticator apps, and assertions from their codes.
open class TOTPMultiFactorGenerator: NSObject {
    /// Requests a secret for an authenticator app from the server.
    open class func generateSecret(
        with session: MultiFactorSession, completion: @escaping (TOTPSecret?, (any Error)?) -> Void
    ) {
        answer(completion) { try await generateSecret(with: session) }
    }

    /// Requests a secret for an authenticator app from the server.
    ///
    /// - Parameter session: The session from ``MultiFactor/session()``.
    /// - Throws: `missingMultiFactorSession` for another session; `operationNotAllowed`, `unverifiedEmail`.
    open class func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
        guard case .user(let user) = session.proof else { throw AuthFailure.make(.missingMultiFactorSession) }
        let auth = try user.owner()
        var request = StartMfaEnrollmentRequest()
        request.idToken = try await user.freshToken()
        request.totpEnrollmentInfo = StartMfaTotpEnrollmentRequestInfo()
        request.tenantId = auth.tenantID
        let info = try await auth.backend().call(.startMfaEnrollment, request).totpSessionInfo
        guard let info, let key = info.sharedSecretKey, !key.isEmpty else {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server returned no authenticator secret.")
        }
        return TOTPSecret(
            key: key, algorithm: info.hashingAlgorithm, digits: info.verificationCodeLength ?? 0, period: info.periodSec,
            sessionInfo: info.sessionInfo, user: user)
    }

    /// Creates an assertion from the first code, to enroll the app.
    open class func assertionForEnrollment(with secret: TOTPSecret, oneTimePassword: String) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(
            .newAuthenticator(secret, code: oneTimePassword), factorID: PhoneMultiFactorInfo.TOTPMultiFactorID)
    }

    /// Creates an assertion from a code, to complete a sign-in.
    ///
    /// - Parameters:
    ///   - enrollmentID: The `uid` of the hint.
    ///   - oneTimePassword: The code shown by the app.
    open class func assertionForSignIn(
        withEnrollmentID enrollmentID: String, oneTimePassword: String
    ) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(
            .authenticator(enrollmentID: enrollmentID, code: oneTimePassword),
            factorID: PhoneMultiFactorInfo.TOTPMultiFactorID)
    }
}
