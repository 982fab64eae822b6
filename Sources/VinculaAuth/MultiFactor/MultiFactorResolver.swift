public import Foundation
import IdentityToolkit

/// A sign-in whose first factor was accepted and that is waiting for the second.
open class MultiFactorResolver: NSObject, @unchecked Sendable {
    /// The session for requesting a code.
    public let session: MultiFactorSession
    /// The factors that can complete the sign-in; any one of them suffices.
    public let hints: [MultiFactorInfo]
    /// The instance on which the sign-in was started.
    public let auth: Auth

    private let pendingCredential: String
    /// The user who is linking or reauthenticating, and stays signed in; nil for a sign-in, which may be anyone's.
    private let user: User?

    init(pendingCredential: String, hints: [MultiFactorInfo], auth: Auth, for user: User? = nil) {
        self.pendingCredential = pendingCredential
        self.user = user
        self.hints = hints
        self.auth = auth
        session = MultiFactorSession(.pendingSignIn(pendingCredential, at: auth.address))
    }

    /// Creates the error that a first factor ends with.
    static func error(pendingCredential: String, factors: [MfaEnrollment], auth: Auth) -> NSError {
        let resolver = MultiFactorResolver(
            pendingCredential: pendingCredential, hints: factors.map { MultiFactorInfo.make(EnrolledFactor($0)) }, auth: auth)
        return AuthFailure.make(
            .secondFactorRequired, userInfo: [AuthErrorUserInfoMultiFactorResolverKey: resolver])
    }

    /// Ties a second-factor error to a signed-in user, who stays the same object afterwards.
    ///
    /// - Returns: The changed error, or any other error unchanged.
    static func error(_ error: any Error, for user: User) -> any Error {
        guard let asked = (error as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver else {
            return error
        }
        let resolver = MultiFactorResolver(
            pendingCredential: asked.pendingCredential, hints: asked.hints, auth: asked.auth, for: user)
        return AuthFailure.make(.secondFactorRequired, userInfo: [AuthErrorUserInfoMultiFactorResolverKey: resolver])
    }

    /// Completes the sign-in, link or reauthentication that required the factor.
    ///
    /// - Parameters:
    ///   - assertion: The proof of one of the ``hints``.
    ///   - completion: Receives either the result or the error, on the main queue.
    open func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await resolveSignIn(with: assertion) }
    }

    /// Completes the sign-in, link or reauthentication that required the factor.
    ///
    /// - Parameter assertion: The proof of one of the ``hints``.
    /// - Throws: `invalidVerificationCode`, `invalidMultiFactorSession`, `multiFactorInfoNotFound`; `userMismatch` for a
    ///   reauthentication with another account's credential.
    open func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        var request = FinalizeMfaSignInRequest()
        request.mfaPendingCredential = pendingCredential
        request.tenantId = auth.tenantID
        switch assertion.proof {
        case .phone(let credential): request.phoneVerificationInfo = try MultiFactor.info(credential)
        case .authenticator(let enrollmentID, let code):
            var info = MfaTotpSignInRequestInfo()
            info.verificationCode = code
            request.mfaEnrollmentId = enrollmentID
            request.totpVerificationInfo = info
        case .recoveryCode(let code): request.recoveryCode = code
        case .newAuthenticator:
            throw AuthFailure.make(
                .missingMultiFactorInfo, message: "This code is for adding a second factor. To sign in, use assertionForSignIn.")
        }
        let answer = try await auth.backend().call(.finalizeMfaSignIn, request)
        let signedIn = SignedIn(
            tokens: try SessionAnswer(idToken: answer.idToken, refreshToken: answer.refreshToken).tokens(for: auth))
        guard let user else { return try await auth.finish(signedIn) }
        return try await user.finishReauthentication(signedIn, auth)
    }
}
