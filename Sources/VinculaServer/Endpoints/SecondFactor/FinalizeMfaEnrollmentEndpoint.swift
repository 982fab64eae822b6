import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaEnrollment:finalize`: enrols an authenticator app or a phone with its first code.
    func finalizeMfaEnrollment(_ call: Call) async throws -> Response {
        let request = try call.decode(FinalizeMfaEnrollmentRequest.self)
        if let phone = request.phoneVerificationInfo {
            let signedIn = try await engine.finishPhoneEnrollment(
                try PhoneCodeProof(sessionInfo: phone.sessionInfo, code: phone.code), displayName: request.displayName,
                idToken: request.idToken, in: call.scope)
            var response = FinalizeMfaEnrollmentResponse()
            response.idToken = signedIn.tokens.idToken
            response.refreshToken = signedIn.tokens.refreshToken
            response.phoneAuthInfo = .init()
            response.phoneAuthInfo?.phoneNumber = signedIn.account.secondFactors.last?.phone?.value
            return try Answer.json(response)
        }
        guard let info = request.totpVerificationInfo else {
            throw AuthError.invalidArgument("totpVerificationInfo or phoneVerificationInfo is missing.")
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
