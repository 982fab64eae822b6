import ChildProcesses
package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// X, as far as OAuth 1.0a and its page go, in a Python process (`Tests/Fixtures/x_server.py`).
package struct XServer: Sendable {
    package static let key = "consumerKey"
    package static let secret = "consumer-secret"

    /// What X was asked.
    package struct Counts: Decodable {
        /// By the last part of the path.
        package let counts: [String: Int]
        /// The queries of the pages that were opened.
        package let pages: [[String: String]]
    }

    /// Such as `http://127.0.0.1:40125`.
    package let url: URL

    /// Runs X for as long as a body does.
    package static func with<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (XServer) async throws -> Result
    ) async throws -> Result {
        let child = try ChildProcess(FixturePython.executable, ["-W", "ignore", FixturePython.script("x_server.py")])
        defer { child.signal(SIGKILL) }
        let address = try await child.line(matching: #"X at (http://[^\s]+)"#)
        guard let url = URL(string: address) else { throw ChildProcess.Failure(description: "\(address) is no address.") }
        return try await body(XServer(url: url))
    }

    /// Registers the app, with the addresses that X may send browsers back to.
    package func register(callbacks: [String], seesEmails: Bool = true) async throws {
        let app: [String: Any] = ["secret": Self.secret, "callbacks": callbacks, "name": "Wool", "email": seesEmails]
        try await say("PUT", "apps/\(Self.key)", app)
    }

    /// Makes somebody an account at X.
    ///
    /// - Parameters:
    ///   - id: In digits.
    ///   - person: Such as `["name": "Ana", "screen_name": "ana"]`.
    package func add(_ id: String, _ person: [String: String]) async throws {
        try await say("PUT", "people/\(id)", person)
    }

    /// Has an endpoint fail from now on.
    ///
    /// - Parameters:
    ///   - fault: Its name in the fixture.
    ///   - endpoint: The last part of a path, such as `request_token`.
    package func fail(_ endpoint: String, _ fault: String) async throws {
        try await say("PUT", "switches", ["endpoint": endpoint, "fault": fault])
    }

    /// Has everything go well again.
    package func heal() async throws { try await say("PUT", "switches", [String: String]()) }

    package func counts() async throws -> Counts {
        let (data, _) = try await URLSession.shared.data(from: url.appending(path: "_control/counts"))
        return try JSONDecoder().decode(Counts.self, from: data)
    }

    private func say(_ method: String, _ path: String, _ body: [String: Any]) async throws {
        var request = URLRequest(url: url.appending(path: "_control/\(path)"))
        request.httpMethod = method
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (data, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw ChildProcess.Failure(description: String(decoding: data, as: UTF8.self))
        }
    }
}

/// Python with the packages of `Tests/requirements.txt`, and the scripts in `Tests/Fixtures`.
package enum FixturePython {
    /// The Python that `scripts/bootstrap.sh` prepared, or the system's.
    package static var executable: URL {
        let prepared = folder.appending(path: ".venv/bin/python")
        return FileManager.default.isExecutableFile(atPath: prepared.path) ? prepared : URL(filePath: "/usr/bin/python3")
    }

    package static func script(_ name: String) -> String { folder.appending(path: "Tests/Fixtures/\(name)").path }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
}
