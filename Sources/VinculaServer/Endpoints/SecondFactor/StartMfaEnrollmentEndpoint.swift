import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaEnrollment:start`: creates a secret for an authenticator app, or sends a code to a phone.
    func startMfaEnrollment(_ call: Call) async throws -> Response {
        let request = try call.decode(StartMfaEnrollmentRequest.self)
        if let phone = request.phoneEnrollmentInfo {
            let asked = PhoneCodeRequest(
                number: phone.phoneNumber, lastLine: try await lastLine(phone.autoRetrievalInfo, call), proof: AppProof(phone))
            var response = StartMfaEnrollmentResponse()
            response.phoneSessionInfo = StartMfaPhoneResponseInfo()
            response.phoneSessionInfo?.sessionInfo = try await engine.startPhoneEnrollment(
                asked, idToken: request.idToken, in: call.scope, from: call.client)
            return try Answer.json(response)
        }
        guard request.totpEnrollmentInfo != nil else {
            throw AuthError.invalidArgument("totpEnrollmentInfo or phoneEnrollmentInfo is missing.")
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
