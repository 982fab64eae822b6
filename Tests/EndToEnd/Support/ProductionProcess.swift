import ChildProcesses
import Foundation
import TestSupport
import Testing

/// `vincula serve` without `--dev`, as an operator sets it up.
struct ProductionProcess: Sendable {
    static let project = "shop"

    let child: ChildProcess
    /// The address that it listens on: `http://127.0.0.1:PORT`, or https.
    let url: String
    let adminURL: String
    let apiKey: String

    /// Makes an API key in a data folder, and starts the server on it.
    ///
    /// - Parameter publicURL: Where it says that clients reach it.
    static func serve(
        _ folder: URL, publicURL: String = "http://127.0.0.1", _ arguments: [String] = []
    ) async throws -> ProductionProcess {
        // The key is on standard output and words about it on standard error; a test reads both.
        let made = try await vincula(["api-keys", "create", "--label", "test"], folder).output
        let key = try #require(made.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(made)").output
        let child = try ChildProcess(
            VinculaProcess.executable,
            [
                "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-level", "error", "--project", project,
                "--data", folder.path, "--public-url", publicURL,
            ] + VinculaProcess.cheapHashes + VinculaProcess.patience(unless: arguments) + arguments)
        let admin = try await child.line(matching: #"Admin +(http://[^\s]+)"#)
        return ProductionProcess(
            child: child, url: try await child.line(matching: #"Listening +(https?://[^\s]+)"#), adminURL: admin,
            apiKey: String(key))
    }

    /// Runs another command on the data folder.
    static func vincula(_ arguments: [String], _ folder: URL) async throws -> ChildProcess.Outcome {
        try await VinculaProcess.run(arguments + ["--project", project, "--data", folder.path])
    }
}
