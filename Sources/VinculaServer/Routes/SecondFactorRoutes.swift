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
                "accounts.mfaEnrollment.start", "Creates a secret for an authenticator app.",
                takes: StartMfaEnrollmentRequest.self, gives: .shape(StartMfaEnrollmentResponse.self))
        ) { $0.startMfaEnrollment },
        v2(
            "accounts/mfaEnrollment:finalize", limit: .mfaEnrollment,
            OpenAPIOperation(
                "accounts.mfaEnrollment.finalize", "Adds an authenticator app, given its first code.",
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
                "accounts.mfaSignIn.start", "Always an error, because no SMS codes are sent; the error says how to continue.",
                takes: StartMfaSignInRequest.self, gives: .shape(StartMfaSignInResponse.self))
        ) { $0.startMfaSignIn },
        v2(
            "accounts/mfaSignIn:finalize", limit: .mfaSignIn,
            OpenAPIOperation(
                "accounts.mfaSignIn.finalize", "Completes a sign-in with an authenticator app's code.",
                takes: FinalizeMfaSignInRequest.self, gives: .shape(FinalizeMfaSignInResponse.self))
        ) { $0.finalizeMfaSignIn },
    ]
}
