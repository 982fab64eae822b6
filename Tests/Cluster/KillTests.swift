import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Four servers on one database under load, while servers and the database are killed.
@Suite("Four servers on PostgreSQL")
struct KillTests {
    @Test("R9 Under load every request is answered; a server that stands still for a while does nothing stale afterwards")
    func load() async throws {
        let database = try await DatabaseServer.start()
        try await Cluster.with(DatabaseServer.address([database])) { cluster in
            let crowd = Crowd(cluster)
            try await crowd.act {
                try await Task.sleep(for: .seconds(Cluster.rounds))
                cluster.counts.withLock { #expect($0["refused"] == nil && $0["broken"] == nil, "\($0)") }
                try await Self.checkPause(cluster)
            }
            try await crowd.check()
            print("Load: \(cluster.figures)")
        }
    }

    /// Lets a server stand still while somebody is disabled, and an email is given away.
    private static func checkPause(_ cluster: Cluster) async throws {
        let paused = try #require(cluster.servers.first)
        let other = try #require(cluster.servers.last)
        let person = try #require(await cluster.call("accounts:signUp", ["returnSecureToken": true], on: paused))
        let id = try #require(person["localId"])
        let token = try #require(person["refreshToken"])
        let body: [String: JSONValue] = ["email": "late@other.example", "password": "correct horse"]
        try await paused.standStill()
        defer { paused.child.signal(SIGCONT) }
        async let late = cluster.call("accounts:signUp", body, on: paused)
        async let refresh = cluster.refresh(token, on: paused)
        try await Task.sleep(for: .milliseconds(500))
        // What it had begun keeps others waiting for some seconds, in which they may be refused.
        let start = ContinuousClock.now
        let made = try await cluster.insist { await cluster.call("accounts:signUp", body, on: other) }
        #expect(made.status == 200, "\(made.text)")
        let disabled = try await cluster.insist {
            await cluster.administer(
                "POST", "v1/projects/\(Cluster.project)/accounts:update",
                ["localId": .string(id), "disableUser": true], on: other)
        }
        #expect(disabled.status == 200, "\(disabled.text)")
        #expect(ContinuousClock.now - start < .seconds(20))
        paused.child.signal(SIGCONT)
        let outcomes = await (signUp: late, refresh: refresh)
        #expect(outcomes.signUp.map { $0.code == "EMAIL_EXISTS" } ?? true, "\(outcomes.signUp?.text ?? "")")
        #expect(outcomes.refresh.map { $0.code == "USER_DISABLED" } ?? true, "\(outcomes.refresh?.text ?? "")")
    }

    @Test("R25 kill -9 of servers: every answered write is there, one-time things work once, and nobody is signed out")
    func servers() async throws {
        let database = try await DatabaseServer.start()
        try await Cluster.with(DatabaseServer.address([database])) { cluster in
            let crowd = Crowd(cluster)
            for _ in 0..<Cluster.rounds {
                let victim = Int.random(in: 0..<4)
                try await crowd.act {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 300...900)))
                    try await cluster.kill(victim)
                    try await cluster.restart(victim)
                }
                try await crowd.check()
            }
            // The others went on; what the dead ones were asked got no answer.
            cluster.counts.withLock { #expect($0["refused"] == nil && $0["answered", default: 0] > 100, "\($0)") }
            print("Killed servers: \(cluster.figures)")
        }
    }

    @Test("R6 kill -9 of PostgreSQL: 503 with Retry-After meanwhile, recovery without a restart, and nothing answered is lost")
    func database() async throws {
        let database = try await DatabaseServer.start()
        try await Cluster.with(DatabaseServer.address([database])) { cluster in
            let crowd = Crowd(cluster)
            var recoveries: [Duration] = []
            for round in 0..<Cluster.rounds {
                let isReady = Guarded(Duration.zero)
                try await crowd.act {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 300...900)))
                    try await database.stop(round.isMultiple(of: 2) ? .kill : .immediate)
                    try await Self.checkOutage(cluster)
                    let start = ContinuousClock.now
                    try await database.start()
                    let took = try await Self.recovery(cluster)
                    isReady.withLock { $0 = took }
                    // Crash recovery is PostgreSQL's; what comes after it is ours.
                    #expect(ContinuousClock.now - start < .seconds(30))
                    try await Task.sleep(for: .milliseconds(300))
                }
                recoveries.append(isReady.withLock { $0 })
                try await crowd.check()
            }
            // Whoever waited for a half-open door did not wait for long.
            #expect(recoveries.allSatisfy { $0 < .seconds(10) }, "\(recoveries)")
            print("Killed database: \(cluster.figures); ready again after \(recoveries.max() ?? .zero) at most")
        }
    }

    /// While the database is away: no server is ready, all of them live, and tokens can be verified.
    private static func checkOutage(_ cluster: Cluster) async throws {
        for server in cluster.servers {
            var status: Int?
            for _ in 0..<100 {
                status = await server.status("/readyz")
                if status == 503 { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(status == 503, "Server \(server.number) is ready without a database.")
            for path in ["/healthz", "/.well-known/jwks.json"] {
                #expect(await server.status(path) == 200, "\(path) of server \(server.number)")
            }
            let email = "nobody-\(UUID().uuidString)@other.example"
            let refused = try? await Wire.send(
                "POST", "\(server.url)/v1/accounts:signUp?key=\(cluster.apiKey)",
                .object(["email": .string(email), "password": "secret1"]))
            #expect(refused?.status == 503 && refused?.headers["retry-after"] != nil, "\(refused?.text ?? "no answer")")
        }
    }

    /// Waits until all servers are ready and answer.
    ///
    /// - Returns: The time since the call.
    private static func recovery(_ cluster: Cluster) async throws -> Duration {
        let start = ContinuousClock.now
        for server in cluster.servers {
            while await !server.isReady {
                guard ContinuousClock.now - start < .seconds(30) else {
                    throw ChildProcess.Failure(
                        description: "Server \(server.number) is not ready again: \(server.child.output.suffix(1000))")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let took = ContinuousClock.now - start
        for server in cluster.servers {
            let answer = await cluster.call("accounts:signUp", ["returnSecureToken": true], on: server)
            #expect(answer?.status == 200, "\(server.number): \(answer?.text ?? "no answer")")
        }
        return took
    }
}
