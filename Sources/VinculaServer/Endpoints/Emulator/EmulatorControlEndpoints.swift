import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/emulator/openapi.json`: describes every path of this server.
    func openAPI(_ call: Call) async throws -> Response {
        try Answer.json(OpenAPIDescription.make(server: options.address.url, isDevelopment: true))
    }

    /// `DELETE …/accounts`: deletes all accounts of a project.
    func emptyProject(_ call: Call) async throws -> Response {
        try await engine.accounts.deleteAllAccounts(in: call.scope)
        return try Answer.json([String: String]())
    }
}
