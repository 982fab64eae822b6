import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts/mfaSignIn:start`: have a code texted. No factor that can be enrolled here takes one, which the answer says.
    func startMfaSignIn(_ call: Call) async throws -> Response {
        let request = try call.decode(StartMfaSignInRequest.self)
        try call.requireNoTenant(request.tenantId)
        throw try await engine.whyNoCodeIsTexted(
            request.mfaPendingCredential, factor: request.mfaEnrollmentId, in: call.scope)
    }
}
