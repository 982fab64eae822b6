import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v3 `setProjectConfig`: changes the settings in the body.
    func setProjectConfig(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: SetProjectConfigRequest.self)
        let domains = try request.authorizedDomains.map { try AuthorizedDomainNames.check($0) }
        _ = try await engine.projects.updateSettings(of: call.scope.project) { settings in
            if let isOn = request.allowPasswordUser { settings.emailEnabled = isOn }
            if let isOn = request.enableAnonymousUser { settings.anonymousEnabled = isOn }
            if let domains { settings.authorizedDomains = domains }
        }
        return try Answer.json(SetProjectConfigResponse(projectId: options.projectNumber))
    }
}
