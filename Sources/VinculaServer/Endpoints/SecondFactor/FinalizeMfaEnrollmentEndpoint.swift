import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaEnrollment:finalize`: enrols an authenticator app with its first code.
    func finalizeMfaEnrollment(_ call: Call) async throws -> Response {
        let request = try call.decode(FinalizeMfaEnrollmentRequest.self)
        try call.requireNoTenant(request.tenantId)
        guard let info = request.totpVerificationInfo else {
            throw request.phoneVerificationInfo == nil
                ? AuthError.invalidArgument("totpVerificationInfo or phoneVerificationInfo is missing.") : .textedCodes
        }
        let signedIn = try await engine.finishEnrollment(
            info.sessionInfo, code: info.verificationCode, displayName: request.displayName, idToken: request.idToken,
            in: call.scope)
        var response = FinalizeMfaEnrollmentResponse()
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        response.totpAuthInfo = FinalizeMfaTotpEnrollmentResponseInfo()
        return try Answer.json(response)
    }
}
