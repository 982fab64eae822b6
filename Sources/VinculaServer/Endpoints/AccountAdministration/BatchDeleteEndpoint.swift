import Hummingbird
import IdentityToolkit
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:batchDelete`: deletes up to 1000 accounts, only disabled ones unless forced.
    func batchDelete(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: BatchDeleteRequest.self)
        let errors = try await engine.accounts.deleteAccounts(
            request.localIds ?? [], force: request.force ?? false, in: call.scope)
        return try Answer.json(
            BatchDeleteResponse(errors: errors.map { .init(index: $0.index, localId: $0.id, message: $0.message) }))
    }
}
