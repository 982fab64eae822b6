import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `account/recovery-codes`: tells how many recovery codes the caller has left.
    func countRecoveryCodes(_ call: Call) async throws -> Response {
        let request = try call.decode(CountRecoveryCodesRequest.self)
        let left = try await engine.countRecoveryCodes(idToken: request.idToken, in: call.scope)
        var response = CountRecoveryCodesResponse()
        response.left = left?.count ?? 0
        response.createdAt = left?.createdAt.rfc3339
        return try Answer.json(response)
    }

    /// `account/recovery-codes:new`: makes new recovery codes in place of those before.
    func newRecoveryCodes(_ call: Call) async throws -> Response {
        let request = try call.decode(NewRecoveryCodesRequest.self)
        let made = try await engine.makeRecoveryCodes(idToken: request.idToken, in: call.scope)
        var response = NewRecoveryCodesResponse()
        response.recoveryCodes = made.codes.map(\.text)
        response.idToken = made.signedIn?.tokens.idToken
        response.refreshToken = made.signedIn?.tokens.refreshToken
        return try Answer.json(response)
    }
}
