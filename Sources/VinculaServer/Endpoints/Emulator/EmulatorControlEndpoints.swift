import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/`: the response by which tools detect the emulator; for browsers, a page with links.
    func emulatorRoot(_ call: Call) async throws -> Response {
        guard !call.wantsHTML else { return startPage() }
        let answer: JSONValue = .object([
            "authEmulator": .object([
                "ready": true, "docs": "https://firebase.google.com/docs/emulator-suite",
                "apiSpec": "/emulator/openapi.json",
            ])
        ])
        return try Answer.json(answer)
    }

    /// `/emulator/openapi.json`: describes every path of this server.
    func openAPI(_ call: Call) async throws -> Response {
        try Answer.json(OpenAPIDescription.make(server: options.address.url, isDevelopment: true))
    }

    /// `DELETE …/accounts`: deletes all accounts of a project.
    func emptyProject(_ call: Call) async throws -> Response {
        try await engine.accounts.deleteAllAccounts(in: call.scope)
        return try Answer.json([String: String]())
    }

    /// `GET …/verificationCodes`: lists the open SMS codes, of which there are none.
}
