import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaSignIn:finalize`: completes a sign-in with a code of an authenticator app or a phone, or a recovery code.
    func finalizeMfaSignIn(_ call: Call) async throws -> Response {
        let request = try call.decode(FinalizeMfaSignInRequest.self)
        let signedIn: SignedIn
        if let code = request.recoveryCode {
            guard request.phoneVerificationInfo == nil, request.totpVerificationInfo == nil else {
                throw AuthError.invalidArgument("recoveryCode takes the place of totpVerificationInfo and phoneVerificationInfo.")
            }
            signedIn = try await engine.finishSignIn(request.mfaPendingCredential, recoveryCode: code, in: call.scope)
        } else if let phone = request.phoneVerificationInfo {
            signedIn = try await engine.finishPhoneSignIn(
                request.mfaPendingCredential, try PhoneCodeProof(sessionInfo: phone.sessionInfo, code: phone.code),
                in: call.scope)
        } else if let info = request.totpVerificationInfo {
            signedIn = try await engine.finishSignIn(
                request.mfaPendingCredential, factor: request.mfaEnrollmentId, code: info.verificationCode, in: call.scope)
        } else {
            throw AuthError.invalidArgument("totpVerificationInfo, phoneVerificationInfo or recoveryCode is missing.")
        }
        var response = FinalizeMfaSignInResponse()
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        return try Answer.json(response)
    }
}
