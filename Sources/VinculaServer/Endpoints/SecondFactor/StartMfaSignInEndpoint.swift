import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaSignIn:start`: sends a code to a phone that is a second factor. Authenticator apps need none, and the
    /// error says so.
    func startMfaSignIn(_ call: Call) async throws -> Response {
        let request = try call.decode(StartMfaSignInRequest.self)
        var info = StartMfaPhoneResponseInfo()
        info.sessionInfo = try await engine.startPhoneSignIn(
            request.mfaPendingCredential, factor: request.mfaEnrollmentId,
            lastLine: try await lastLine(request.phoneSignInInfo?.autoRetrievalInfo, call),
            proof: request.phoneSignInInfo.map(AppProof.init) ?? AppProof(), in: call.scope, from: call.client)
        var response = StartMfaSignInResponse()
        response.phoneResponseInfo = info
        return try Answer.json(response)
    }
}
