import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaSignIn:start`: requests an SMS code. No factor that can be enrolled here uses one, and the error says
    /// so.
    func startMfaSignIn(_ call: Call) async throws -> Response {
        let request = try call.decode(StartMfaSignInRequest.self)
        try call.requireNoTenant(request.tenantId)
        throw try await engine.whyNoCodeIsTexted(
            request.mfaPendingCredential, factor: request.mfaEnrollmentId, in: call.scope)
    }
}
