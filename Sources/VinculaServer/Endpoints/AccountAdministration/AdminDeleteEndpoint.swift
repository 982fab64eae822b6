import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:delete`: deletes any account.
    func adminDelete(_ call: Call) async throws -> Response {
        let request = try call.decode(AdminDeleteRequest.self)
        guard let id = request.localId, !id.isEmpty else { throw AuthError.missingLocalID }
        try call.requireKnownFields(of: AdminDeleteRequest.self)
        try await engine.accounts.deleteAccount(id, in: try call.scope(target: request.targetProjectId))
        return try Answer.json(DeleteResponse())
    }
}
