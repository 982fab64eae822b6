import ChildProcesses
import Foundation
import TestSupport
import VinculaCore

/// `vincula`, the real command, in a process of its own.
struct VinculaProcess: Sendable {
    let child: ChildProcess
    let url: String

    /// The command that this build made, beside the tests.
    static var executable: URL {
        var directory = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while !FileManager.default.isExecutableFile(atPath: directory.appending(path: "vincula").path), directory.path != "/" {
            directory.deleteLastPathComponent()
        }
        return directory.appending(path: "vincula")
    }

    /// Hashes that cost nothing, for tests about something else.
    static let cheapHashes = ["--hash-memory-kib", "64", "--hash-passes", "1"]

    /// Such hashes, and keys that are made in no time: four RSA keys are more than half of what a server's start costs. For tests
    /// that do not care how tokens are signed.
    static let cheap = cheapHashes + ["--tokens-algorithm", "ES256"]

    /// A stop that waits for what is under way as long as a busy machine needs; tests of the limit give their own.
    static func patience(unless arguments: [String]) -> [String] {
        arguments.contains("--shutdown-seconds") ? [] : ["--shutdown-seconds", "60"]
    }

    /// Starts `vincula serve --dev` on a free port, and waits until it answers.
    static func serve(_ arguments: [String], environment: [String: String] = [:]) async throws -> VinculaProcess {
        let child = try ChildProcess(
            executable,
            ["serve", "--dev", "--listen", "127.0.0.1:0", "--log-level", "error"] + patience(unless: arguments)
                + arguments,
            environment: environment)
        let url = try await child.line(matching: #"Server +(http://[^\s]+)"#)
        return VinculaProcess(child: child, url: url)
    }

    /// Starts `vincula serve --dev` from a shell that prepares something first, such as a limit of the system.
    ///
    /// - Parameter level: What is logged.
    static func serve(
        _ arguments: [String], preparing script: String = ":", environment: [String: String] = [:], level: String = "warning"
    ) async throws -> VinculaProcess {
        let child = try ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", "\(script); exec \"$0\" \"$@\"", executable.path, "serve", "--dev", "--listen", "127.0.0.1:0",
                "--log-level", level,
            ] + patience(unless: arguments) + arguments,
            environment: environment)
        let url = try await child.line(matching: #"Server +(http://[^\s]+)"#)
        return VinculaProcess(child: child, url: url)
    }

    /// Indicates whether the database in a folder is intact, according to SQLite.
    static func isSound(_ data: URL) async throws -> Bool { try await isSound(at: data.appending(path: "vincula.sqlite")) }

    /// Indicates whether a database file is intact, according to SQLite.
    static func isSound(at database: URL) async throws -> Bool {
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            print(db.execute("PRAGMA integrity_check").fetchone()[0], len(db.execute("PRAGMA foreign_key_check").fetchall()))
            """
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-c", script, database.path])
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "ok 0"
    }

    /// Runs another command to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(executable, arguments, environment: environment)
    }

    func call(_ rpc: String, _ body: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
        try await HTTP.post("\(url)/identitytoolkit.googleapis.com/v1/\(rpc)?key=test-key", .object(body))
    }

    func admin(_ method: String, _ path: String, _ body: [String: JSONValue]? = nil) async throws -> HTTPAnswer {
        try await HTTP.send(
            method, "\(url)/identitytoolkit.googleapis.com/\(path)",
            headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: body.map { Data(JSONValue.object($0).text.utf8) })
    }

    func refresh(_ token: String) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(url)/securetoken.googleapis.com/v1/token?key=test-key",
            .object(["grantType": "refresh_token", "refreshToken": .string(token)]))
    }
}

/// A folder that is gone when the test is.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
