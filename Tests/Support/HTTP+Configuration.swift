package import VinculaCore

extension TestServer {
    /// Calls a path of the project's v2 administration: `GET defaultSupportedIdpConfigs`, …
    package func administer(_ method: String, _ path: String, _ body: [String: JSONValue]? = nil) async throws -> HTTPAnswer {
        let url = "\(url)/identitytoolkit.googleapis.com/v2/projects/\(project)/\(path)"
        let owner = ["Authorization": "Bearer owner"]
        guard let body else { return try await HTTP.send(method, url, headers: owner) }
        return try await HTTP.post(url, .object(body), headers: owner, method: method)
    }

    /// Configures a built-in provider, or changes what is configured.
    package func configureProvider(_ id: String, _ config: [String: JSONValue]) async throws -> HTTPAnswer {
        let created = try await administer("POST", "defaultSupportedIdpConfigs?idpId=\(id)", config)
        guard created.status == 409 else { return created }
        let mask = config.keys.sorted().joined(separator: ",")
        return try await administer("PATCH", "defaultSupportedIdpConfigs/\(id)?updateMask=\(mask)", config)
    }
}
