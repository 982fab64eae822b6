import Hummingbird
import VinculaCore

extension Endpoints {
    /// Answers every path of a tenant: this server has no tenants.
    func tenant(_ call: Call) async throws -> Response { throw AuthError.tenantNotFound }
}
