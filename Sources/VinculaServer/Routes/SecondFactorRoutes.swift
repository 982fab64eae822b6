import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes of second factors.
extension Routes {
    static let secondFactors = [
        v2(
            "accounts/mfaEnrollment:start", limit: .mfaEnrollment,
            OpenAPIOperation(
                "accounts.mfaEnrollment.start", "Creates a secret for an authenticator app, or sends a code to a phone.",
                takes: StartMfaEnrollmentRequest.self, gives: .shape(StartMfaEnrollmentResponse.self))
        ) { $0.startMfaEnrollment },
        v2(
            "accounts/mfaEnrollment:finalize", limit: .mfaEnrollment,
            OpenAPIOperation(
                "accounts.mfaEnrollment.finalize", "Adds an authenticator app or a phone, given its first code.",
                takes: FinalizeMfaEnrollmentRequest.self, gives: .shape(FinalizeMfaEnrollmentResponse.self))
        ) { $0.finalizeMfaEnrollment },
        v2(
            "accounts/mfaEnrollment:withdraw", limit: .mfaEnrollment,
            OpenAPIOperation(
                "accounts.mfaEnrollment.withdraw", "Removes a second factor.",
                takes: WithdrawMfaRequest.self, gives: .shape(WithdrawMfaResponse.self))
        ) { $0.withdrawMfa },
        v2(
            "accounts/mfaSignIn:start", limit: .mfaSignIn,
            OpenAPIOperation(
                "accounts.mfaSignIn.start", "Sends a code to a phone that is a second factor.",
                takes: StartMfaSignInRequest.self, gives: .shape(StartMfaSignInResponse.self))
        ) { $0.startMfaSignIn },
        v2(
            "accounts/mfaSignIn:finalize", limit: .mfaSignIn,
            OpenAPIOperation(
                "accounts.mfaSignIn.finalize",
                "Completes a sign-in with a code of an authenticator app or a phone, or a recovery code.",
                takes: FinalizeMfaSignInRequest.self, gives: .shape(FinalizeMfaSignInResponse.self))
        ) { $0.finalizeMfaSignIn },
    ]
}
