public import Foundation
import IdentityToolkit

/// A sign-in whose first factor was good and whose second is awaited.
open class MultiFactorResolver: NSObject, @unchecked Sendable {
    /// What allows to ask for a code.
    public let session: MultiFactorSession
    /// The factors that finish the sign-in, any of them.
    public let hints: [MultiFactorInfo]
    /// Where the sign-in began.
    public let auth: Auth

    private let pendingCredential: String
    /// Who links or proves again who they are, and stays signed in; nil for a sign-in, which may be anybody's.
    private let user: User?

    init(pendingCredential: String, hints: [MultiFactorInfo], auth: Auth, for user: User? = nil) {
        self.pendingCredential = pendingCredential
        self.user = user
        self.hints = hints
        self.auth = auth
        session = MultiFactorSession(.pendingSignIn(pendingCredential, at: auth.address))
    }

    /// The error that a first factor ends with.
    static func error(pendingCredential: String, factors: [MfaEnrollment], auth: Auth) -> NSError {
        let resolver = MultiFactorResolver(
            pendingCredential: pendingCredential, hints: factors.map { MultiFactorInfo.make(EnrolledFactor($0)) }, auth: auth)
        return AuthFailure.make(
            .secondFactorRequired, userInfo: [AuthErrorUserInfoMultiFactorResolverKey: resolver])
    }

    /// Makes the second factor that an error asks for one of a user who is signed in and stays so, as the same object.
    ///
    /// - Returns: Any other error as it is.
    static func error(_ error: any Error, for user: User) -> any Error {
        guard let asked = (error as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver else {
            return error
        }
        let resolver = MultiFactorResolver(
            pendingCredential: asked.pendingCredential, hints: asked.hints, auth: asked.auth, for: user)
        return AuthFailure.make(.secondFactorRequired, userInfo: [AuthErrorUserInfoMultiFactorResolverKey: resolver])
    }

    /// Finishes the sign-in, the link or the reauthentication that asked for the factor.
    ///
    /// - Parameters:
    ///   - assertion: What the person shows of one of the ``hints``.
    ///   - completion: Gets the result or the error, never both, on the main queue.
    open func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await resolveSignIn(with: assertion) }
    }

    /// Finishes the sign-in, the link or the reauthentication that asked for the factor.
    ///
    /// - Parameter assertion: What the person shows of one of the ``hints``.
    /// - Throws: `invalidVerificationCode`, `invalidMultiFactorSession`, `multiFactorInfoNotFound`; `userMismatch` for a
    ///   reauthentication with somebody else's credential.
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
        case .newAuthenticator:
            throw AuthFailure.make(
                .missingMultiFactorInfo, message: "This code is for an enrolment. To sign in, use assertionForSignIn.")
        }
        let answer = try await auth.backend().call(.finalizeMfaSignIn, request)
        let signedIn = SignedIn(
            tokens: try SessionAnswer(idToken: answer.idToken, refreshToken: answer.refreshToken).tokens(for: auth))
        guard let user else { return try await auth.finish(signedIn) }
        return try await user.finishReauthentication(signedIn, auth)
    }
}
