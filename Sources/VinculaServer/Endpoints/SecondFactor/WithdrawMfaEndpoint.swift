import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaEnrollment:withdraw`: removes a second factor from the caller's own account.
    func withdrawMfa(_ call: Call) async throws -> Response {
        let request = try call.decode(WithdrawMfaRequest.self)
        let signedIn = try await engine.withdrawSecondFactor(
            request.mfaEnrollmentId, idToken: request.idToken, in: call.scope)
        var response = WithdrawMfaResponse()
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        return try Answer.json(response)
    }
}
