public import Foundation
import IdentityToolkit

/// Makes secrets for authenticator apps, and assertions of their codes.
open class TOTPMultiFactorGenerator: NSObject {
    /// Has the server make a secret for an authenticator app.
    open class func generateSecret(
        with session: MultiFactorSession, completion: @escaping (TOTPSecret?, (any Error)?) -> Void
    ) {
        answer(completion) { try await generateSecret(with: session) }
    }

    /// Has the server make a secret for an authenticator app.
    ///
    /// - Parameter session: From ``MultiFactor/session()``.
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
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server gave no secret for the authenticator app.")
        }
        return TOTPSecret(
            key: key, algorithm: info.hashingAlgorithm, digits: info.verificationCodeLength ?? 0, period: info.periodSec,
            sessionInfo: info.sessionInfo, user: user)
    }

    /// Makes an assertion of the first code, to enrol the app.
    open class func assertionForEnrollment(with secret: TOTPSecret, oneTimePassword: String) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(
            .newAuthenticator(secret, code: oneTimePassword), factorID: PhoneMultiFactorInfo.TOTPMultiFactorID)
    }

    /// Makes an assertion of a code, to finish a sign-in.
    ///
    /// - Parameters:
    ///   - enrollmentID: The `uid` of the hint.
    ///   - oneTimePassword: The code that the app shows.
    open class func assertionForSignIn(
        withEnrollmentID enrollmentID: String, oneTimePassword: String
    ) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(
            .authenticator(enrollmentID: enrollmentID, code: oneTimePassword),
            factorID: PhoneMultiFactorInfo.TOTPMultiFactorID)
    }
}
