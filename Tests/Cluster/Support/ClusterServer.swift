import ChildProcesses
import Foundation
import TestSupport
import VinculaCore

/// One of several `vincula serve` on one database.
struct ClusterServer: Sendable {
    let number: Int
    let child: ChildProcess
    /// Where apps reach it.
    let url: String
    let adminURL: String

    /// Starts a server, and waits until it accepts requests.
    ///
    /// - Parameters:
    ///   - number: Its place in the cluster, by which it keeps its data folder.
    ///   - arguments: Flags of `vincula serve`.
    ///   - environment: The database and the master key.
    ///   - program: The server's program.
    static func start(
        _ number: Int, _ arguments: [String], environment: [String: String], program: URL
    ) async throws -> ClusterServer {
        let child = try ChildProcess(
            program,
            ["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"] + arguments, environment: environment)
        let admin = try await child.line(matching: #"Admin +(http://[^\s]+)"#)
        let url = try await child.line(matching: #"Listening +(https?://[^\s]+)"#)
        return ClusterServer(number: number, child: child, url: url, adminURL: admin)
    }

    /// Ends the server as the system does.
    func kill() async throws {
        child.signal(SIGKILL)
        try await child.end()
    }

    /// Suspends the server, and waits until it is: on a busy machine its threads go on for a moment.
    func standStill() async throws {
        child.signal(SIGSTOP)
        for _ in 0..<200 {
            try await Task.sleep(for: .milliseconds(50))
            let state = try await ChildProcess.run(
                URL(filePath: "/usr/bin/env"), ["ps", "-o", "state=", "-p", "\(child.identifier)"])
            if state.output.hasPrefix("T") { return }
        }
        throw ChildProcess.Failure(description: "The server does not stand still.")
    }

    /// The status of one of its pages; `nil` if there is no answer.
    func status(_ path: String) async -> Int? { try? await Wire.send("GET", url + path).status }

    /// Indicates whether it says that it is ready.
    var isReady: Bool { get async { await status("/readyz") == 200 } }
}
