import IdentityToolkit

/// The descriptions of what second factors need.
extension OpenAPIOperations {
    static let secondFactors: [(String, OpenAPIOperation)] = [
        (
            "POST /v2/accounts/mfaEnrollment:start",
            OpenAPIOperation(
                "accounts.mfaEnrollment.start", "Makes a secret for an authenticator app.",
                takes: StartMfaEnrollmentRequest.self, gives: .shape(StartMfaEnrollmentResponse.self))
        ),
        (
            "POST /v2/accounts/mfaEnrollment:finalize",
            OpenAPIOperation(
                "accounts.mfaEnrollment.finalize", "Enrols an authenticator app by its first code.",
                takes: FinalizeMfaEnrollmentRequest.self, gives: .shape(FinalizeMfaEnrollmentResponse.self))
        ),
        (
            "POST /v2/accounts/mfaEnrollment:withdraw",
            OpenAPIOperation(
                "accounts.mfaEnrollment.withdraw", "Takes a second factor off.",
                takes: WithdrawMfaRequest.self, gives: .shape(WithdrawMfaResponse.self))
        ),
        (
            "POST /v2/accounts/mfaSignIn:start",
            OpenAPIOperation(
                "accounts.mfaSignIn.start", "Says how a second factor is given; no code is texted.",
                takes: StartMfaSignInRequest.self, gives: .shape(StartMfaSignInResponse.self))
        ),
        (
            "POST /v2/accounts/mfaSignIn:finalize",
            OpenAPIOperation(
                "accounts.mfaSignIn.finalize", "Finishes a sign-in by an authenticator app's code.",
                takes: FinalizeMfaSignInRequest.self, gives: .shape(FinalizeMfaSignInResponse.self))
        ),
    ]
}
