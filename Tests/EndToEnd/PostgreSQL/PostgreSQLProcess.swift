import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing

/// `vincula` on a PostgreSQL database, as an operator sets it up.
struct PostgreSQLProcess: Sendable {
    static let project = "shop"
    static let masterKey = Data(repeating: 7, count: 32).base64EncodedString()

    let child: ChildProcess
    /// The address that it listens on.
    let url: String
    let adminURL: String

    /// What the environment tells every server and command.
    static func environment(_ database: String, masterKey: String = masterKey) -> [String: String] {
        ["VINCULA_DATABASE": database, "VINCULA_MASTER_KEY": masterKey, "VINCULA_PROJECT": project]
    }

    /// Runs a command.
    ///
    /// - Parameter input: What it reads from standard input.
    static func vincula(
        _ arguments: [String], _ environment: [String: String], input: String? = nil
    ) async throws -> ChildProcess.Outcome {
        guard let input else { return try await VinculaProcess.run(arguments, environment: environment) }
        return try await ChildProcess.run(
            URL(filePath: "/bin/sh"),
            ["-c", "printf '%s\\n' \"$INPUT\" | \"$0\" \"$@\"", VinculaProcess.executable.path] + arguments,
            environment: environment.merging(["INPUT": input]) { $1 })
    }

    /// Makes an API key.
    static func apiKey(_ environment: [String: String]) async throws -> String {
        let made = try await vincula(["api-keys", "create", "--label", "test"], environment)
        return String(try #require(made.output.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(made)").output)
    }

    static let serving = [
        "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-level", "error", "--public-url",
        "http://127.0.0.1",
    ]

    /// Starts a server; there must be an API key.
    static func serve(_ environment: [String: String], _ arguments: [String] = []) async throws -> PostgreSQLProcess {
        let child = try ChildProcess(
            VinculaProcess.executable,
            serving + VinculaProcess.cheap + VinculaProcess.patience(unless: arguments) + arguments, environment: environment)
        let admin = try await child.line(matching: #"Admin +(http://[^\s]+)"#)
        return PostgreSQLProcess(
            child: child, url: try await child.line(matching: #"Listening +(https?://[^\s]+)"#), adminURL: admin)
    }

    func ready() async throws -> Int { try await HTTP.send("GET", "\(url)/readyz").status }

    /// Waits until `/readyz` answers with a status.
    ///
    /// - Returns: The time that it took.
    func wait(for status: Int, seconds: Double = 20) async throws -> Duration {
        let start = ContinuousClock.now
        while .now - start < .seconds(seconds) {
            if try await ready() == status { return .now - start }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ChildProcess.Failure(description: "/readyz does not become \(status)")
    }

    func end() async throws {
        child.signal(SIGTERM)
        try await child.end()
    }
}
