import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:resetPassword`, v3 `resetPassword`: sets a new password with a mailed code; without a password, returns
    /// what the code is for.
    func resetPassword(_ call: Call) async throws -> Response {
        let request = try call.decode(ResetPasswordRequest.self)
        var response = ResetPasswordResponse()
        guard let password = request.newPassword, !password.isEmpty else {
            let facts = try await engine.actionCodes.inspectActionCode(request.oobCode, in: call.scope)
            response.requestType = facts.purpose.requestType
            response.email = facts.email?.value
            response.newEmail = facts.newEmail?.value
            response.mfaInfo = facts.secondFactor.map { MfaEnrollment($0, isProven: false) }
            return try Answer.json(response)
        }
        let email = try await engine.actionCodes.resetPassword(
            request.oobCode, email: request.email.flatMap { EmailAddress($0) }, to: password, in: call.scope, from: call.client)
        response.requestType = ActionCodePurpose.resetPassword.rawValue
        response.email = email.value
        return try Answer.json(response)
    }
}
