import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaEnrollment:start`: creates a secret for an authenticator app.
    func startMfaEnrollment(_ call: Call) async throws -> Response {
        let request = try call.decode(StartMfaEnrollmentRequest.self)
        try call.requireNoTenant(request.tenantId)
        guard request.totpEnrollmentInfo != nil else {
            throw request.phoneEnrollmentInfo == nil
                ? AuthError.invalidArgument("totpEnrollmentInfo or phoneEnrollmentInfo is missing.") : .textedCodes
        }
        let new = try await engine.startEnrollment(idToken: request.idToken, in: call.scope)
        var info = StartMfaTotpEnrollmentResponseInfo()
        info.sharedSecretKey = new.secret
        info.verificationCodeLength = new.digits
        info.hashingAlgorithm = new.algorithm
        info.periodSec = new.periodSeconds
        info.sessionInfo = new.sessionInfo
        info.finalizeEnrollmentTime = new.expiresAt.rfc3339
        var response = StartMfaEnrollmentResponse()
        response.totpSessionInfo = info
        return try Answer.json(response)
    }
}

extension AuthError {
    /// The error for second factors by SMS, which this server does not send.
    static let textedCodes = AuthError.operationNotAllowed("SMS based MFA not enabled.")
}
