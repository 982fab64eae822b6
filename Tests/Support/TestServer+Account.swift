package import VinculaCore

extension TestServer {
    /// Calls an RPC about the caller's own sessions: `sessions`, `sessions:end`, `handover`, `token`.
    package func account(
        _ rpc: String, _ body: [String: JSONValue], key: String? = nil, headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await HTTP.post("\(url)/account/\(rpc)?key=\(key ?? apiKey)", .object(body), headers: headers)
    }
}
