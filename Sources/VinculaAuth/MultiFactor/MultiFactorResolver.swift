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

    init(pendingCredential: String, hints: [MultiFactorInfo], auth: Auth) {
        self.pendingCredential = pendingCredential
        self.hints = hints
        self.auth = auth
        session = MultiFactorSession(.pendingSignIn(pendingCredential))
    }

    /// The error that a first factor ends with.
    static func error(pendingCredential: String, factors: [MfaEnrollment], auth: Auth) -> NSError {
        let resolver = MultiFactorResolver(
            pendingCredential: pendingCredential, hints: factors.map { MultiFactorInfo.make(EnrolledFactor($0)) }, auth: auth)
        return AuthFailure.make(
            .secondFactorRequired, userInfo: [AuthErrorUserInfoMultiFactorResolverKey: resolver])
    }

    /// Finishes the sign-in.
    open func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await resolveSignIn(with: assertion) }
    }

    /// Finishes the sign-in.
    ///
    /// - Throws: `invalidVerificationCode`, `invalidMultiFactorSession`, `multiFactorInfoNotFound`.
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
        let tokens = try SessionAnswer(idToken: answer.idToken, refreshToken: answer.refreshToken).tokens(for: auth)
        return try await auth.finish(SignedIn(tokens: tokens))
    }
}
