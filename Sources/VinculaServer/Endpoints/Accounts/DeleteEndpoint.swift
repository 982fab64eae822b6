import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:delete`, v3 `deleteAccount`: deletes the caller's own account.
    func delete(_ call: Call) async throws -> Response {
        guard call.caller == .app else { return try await adminDelete(call) }
        let request = try call.decode(endUser: DeleteRequest.self)
        try await engine.deleteOwnAccount(idToken: request.idToken, in: call.scope)
        return try Answer.json(DeleteResponse())
    }
}
