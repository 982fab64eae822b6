import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaSignIn:finalize`: completes a sign-in with an authenticator app's code.
    func finalizeMfaSignIn(_ call: Call) async throws -> Response {
        let request = try call.decode(FinalizeMfaSignInRequest.self)
        try call.requireNoTenant(request.tenantId)
        guard let info = request.totpVerificationInfo else {
            throw request.phoneVerificationInfo == nil
                ? AuthError.invalidArgument("totpVerificationInfo or phoneVerificationInfo is missing.") : .textedCodes
        }
        let signedIn = try await engine.finishSignIn(
            request.mfaPendingCredential, factor: request.mfaEnrollmentId, code: info.verificationCode, in: call.scope)
        var response = FinalizeMfaSignInResponse()
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        return try Answer.json(response)
    }
}
