import Hummingbird
import VinculaCore

extension Endpoints {
    /// Every path of a tenant: this server has none.
    func tenant(_ call: Call) async throws -> Response { throw AuthError.tenantNotFound }
}
