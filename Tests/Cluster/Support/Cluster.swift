import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import Testing
import VinculaCore

/// Several `vincula serve` on one PostgreSQL database, in production mode.
final class Cluster: Sendable {
    static let project = "shop"

    /// The number of rounds of kills: a few in the suite; `CLUSTER_ROUNDS` of them, if it is set.
    static var rounds: Int {
        ProcessInfo.processInfo.environment["CLUSTER_ROUNDS"].flatMap { Int($0) } ?? 2
    }

    /// The program of another version, which `CLUSTER_FORMER` names, such as the release before.
    static var former: URL? {
        ProcessInfo.processInfo.environment["CLUSTER_FORMER"].map { URL(filePath: $0) }
    }

    let apiKey: String
    let mails: MailReader
    /// What was answered, and what was not: the figures of a test.
    let counts = Guarded<[String: Int]>([:])
    private let folder: URL
    private let environment: [String: String]
    private let arguments: [String]
    private let living = Guarded<[ClusterServer]>([])
    private let stopped = Guarded("")
    private let front = Guarded<String?>(nil)
    private let program: Guarded<URL>

    /// Starts servers on a database for as long as a body runs.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - size: The number of servers.
    ///   - arguments: More flags of `vincula serve`.
    ///   - program: The servers' program, and that of commands.
    ///   - body: Gets the servers, which are ready.
    static func with(
        _ address: String, size: Int = 4, _ arguments: [String] = [], program: URL = ServerProcess.executable,
        _ body: (Cluster) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cluster-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cluster = try await Cluster(address, folder, arguments, program)
        try await cluster.start(size)
        try await body(cluster)
        for server in cluster.servers {
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0, "\(server.child.output.suffix(2000))")
        }
    }

    private init(_ address: String, _ folder: URL, _ arguments: [String], _ program: URL) async throws {
        self.folder = folder
        self.program = Guarded(program)
        let sink = try SMTPSink()
        mails = MailReader(sink)
        environment = [
            "VINCULA_DATABASE": address,
            "VINCULA_MASTER_KEY": Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString(),
        ]
        // The mail server of a project's own is not used: all servers send by one.
        self.arguments =
            [
                "--log-level", "error", "--public-url", "http://127.0.0.1", "--limits-rate", "false", "--hash-memory-kib", "64",
                "--hash-passes", "1", "--tokens-algorithm", "ES256", "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)",
                "--smtp-security", "none", "--mail-from", "accounts@example.com",
            ] + (arguments.contains("--shutdown-seconds") ? [] : ["--shutdown-seconds", "60"]) + arguments
        let made = try await ChildProcess.run(
            program, ["api-keys", "create", "--label", "test"] + Self.data(folder, 0), environment: environment)
        let key = try #require(made.output.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(made)")
        apiKey = String(key.output)
    }

    private func start(_ size: Int) async throws {
        let first = try await launch(0)
        living.withLock { $0.append(first) }
        try await configure(first)
        let others = try await withThrowingTaskGroup(of: ClusterServer.self) { group in
            for number in 1..<size { group.addTask { try await self.launch(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        living.withLock { $0 += others.sorted { $0.number < $1.number } }
    }

    private func launch(_ number: Int) async throws -> ClusterServer {
        try await ClusterServer.start(
            number, arguments + Self.data(folder, number), environment: environment, program: program.withLock { $0 })
    }

    private static func data(_ folder: URL, _ number: Int) -> [String] {
        ["--project", project, "--data", folder.appending(path: "server-\(number)").path]
    }

    var servers: [ClusterServer] { living.withLock { $0 } }

    /// Kills a server.
    func kill(_ number: Int) async throws {
        guard let server = servers.first(where: { $0.number == number }) else { return }
        try await server.kill()
        living.withLock { $0.removeAll { $0.number == number } }
    }

    /// Starts a server that was killed or stopped.
    func restart(_ number: Int) async throws {
        let server = try await launch(number)
        living.withLock { $0.append(server) }
    }

    /// Sets the program of servers that are started from now on, and of commands.
    func use(_ other: URL) { program.withLock { $0 = other } }

    /// The load balancer that takes the requests for which no server is named.
    var balancer: String? { front.withLock { $0 } }

    func useBalancer(_ url: String) { front.withLock { $0 = url } }

    /// Stops a server as an operator does. From now on it gets no requests from this test, but for those of the load balancer.
    ///
    /// - Returns: The exit status.
    func stop(_ number: Int) async throws -> Int32 {
        guard let server = servers.first(where: { $0.number == number }) else { return -1 }
        living.withLock { $0.removeAll { $0.number == number } }
        server.child.signal(SIGTERM)
        let status = try await server.child.end()
        stopped.withLock { $0 += server.child.output.suffix(2000) }
        return status
    }

    /// The last lines of what the servers printed.
    var log: String { servers.reduce(stopped.withLock { $0 }) { $0 + $1.child.output.suffix(2000) } }

    /// Runs another command on the database.
    func command(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            program.withLock { $0 }, arguments + Self.data(folder, 0), environment: environment)
    }

    func count(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

    /// The figures so far, for the report of a long run.
    var figures: String {
        counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") }
    }
}
