import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import VinculaCore

/// A load balancer in a process of its own: `Tests/Fixtures/balancer.py`.
struct Balancer: Sendable {
    struct Figures: Decodable, Sendable {
        let answered: Int
        /// Requests that got no answer from a server.
        let failed: Int
        /// Answers with 503.
        let refused: Int
        /// The number of servers that are ready.
        let ready: Int
    }

    let url: String
    private let child: ChildProcess

    static func start() async throws -> Balancer {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/balancer.py")
            .standardized
        let child = try ChildProcess(
            SMTPSink.python, ["-W", "ignore", script.path], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        return Balancer(url: try await child.line(matching: #"(http://127\.0\.0\.1:\d+)"#), child: child)
    }

    /// Sets the servers, and waits until all are known to be ready.
    func use(_ servers: [ClusterServer]) async throws {
        _ = try await Wire.send("PUT", "\(url)/_control/servers", .array(servers.map { .string($0.url) }))
        for _ in 0..<600 {
            if try await figures().ready == servers.count { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ChildProcess.Failure(description: "Not all servers became ready.")
    }

    func figures() async throws -> Figures {
        try JSONDecoder().decode(Figures.self, from: try await Wire.send("GET", "\(url)/_control/figures").data)
    }
}
