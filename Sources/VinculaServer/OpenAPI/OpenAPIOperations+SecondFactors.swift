import IdentityToolkit

/// The descriptions of the routes for second factors.
extension OpenAPIOperations {
    static let secondFactors: [(String, OpenAPIOperation)] = [
        (
            "POST /v2/accounts/mfaEnrollment:start",
            OpenAPIOperation(
                "accounts.mfaEnrollment.start", "Creates a secret for an authenticator app.",
                takes: StartMfaEnrollmentRequest.self, gives: .shape(StartMfaEnrollmentResponse.self))
        ),
        (
            "POST /v2/accounts/mfaEnrollment:finalize",
            OpenAPIOperation(
                "accounts.mfaEnrollment.finalize", "Enrols an authenticator app with its first code.",
                takes: FinalizeMfaEnrollmentRequest.self, gives: .shape(FinalizeMfaEnrollmentResponse.self))
        ),
        (
            "POST /v2/accounts/mfaEnrollment:withdraw",
            OpenAPIOperation(
                "accounts.mfaEnrollment.withdraw", "Removes a second factor.",
                takes: WithdrawMfaRequest.self, gives: .shape(WithdrawMfaResponse.self))
        ),
        (
            "POST /v2/accounts/mfaSignIn:start",
            OpenAPIOperation(
                "accounts.mfaSignIn.start", "Always an error: no SMS codes are sent, and the error says how to continue.",
                takes: StartMfaSignInRequest.self, gives: .shape(StartMfaSignInResponse.self))
        ),
        (
            "POST /v2/accounts/mfaSignIn:finalize",
            OpenAPIOperation(
                "accounts.mfaSignIn.finalize", "Completes a sign-in with an authenticator app's code.",
                takes: FinalizeMfaSignInRequest.self, gives: .shape(FinalizeMfaSignInResponse.self))
        ),
    ]
}
