/// What must be so before a server may start; `vincula doctor` shows the same list.
enum StartUpCheck {
    /// Why a server with this configuration does not start; empty if it does.
    static func problems(_ configuration: ServerConfiguration) -> [String] {
        guard configuration.isDevelopment else {
            return [
                """
                This version serves development only: it has no API keys and no service accounts yet, without which anybody \
                could administer it. Start it with --dev.
                """
            ]
        }
        guard !["127.0.0.1", "::1", "localhost"].contains(configuration.host) else { return [] }
        return [
            """
            --dev takes any API key and `Bearer owner`, so it listens on this machine only: listen must be 127.0.0.1:PORT, \
            [::1]:PORT or localhost:PORT, not \(configuration.host).
            """
        ]
    }

    /// - Throws: ``ConfigurationError`` with every problem.
    static func require(_ configuration: ServerConfiguration) throws {
        let problems = problems(configuration)
        guard problems.isEmpty else { throw ConfigurationError(description: problems.joined(separator: "\n")) }
    }
}
