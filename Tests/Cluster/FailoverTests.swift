import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// A database with a synchronous standby, which takes over.
@Suite("Failover to a standby")
struct FailoverTests {
    @Test("R8 The primary dies and the standby takes over, and back: no server restarts, and nothing answered is lost")
    func failover() async throws {
        let first = try await DatabaseServer.start()
        let second = try await Self.follow(first)
        try await Cluster.with(DatabaseServer.address([first, second])) { cluster in
            let crowd = Crowd(cluster)
            // By accident.
            try await crowd.act {
                try await Task.sleep(for: .milliseconds(500))
                try await first.stop(.kill)
                try await second.promote()
                try await Self.checkRecovery(cluster)
            }
            try await crowd.check()
            #expect(try await second.sql("SELECT pg_is_in_recovery()::text") == "false")

            // On purpose, as for maintenance: the primary gives its standby everything before it stops.
            let third = try await Self.follow(second, at: first)
            try await crowd.act {
                try await second.stop(.fast)
                try await third.promote()
                try await Self.checkRecovery(cluster)
            }
            try await crowd.check()
            print("Failover: \(cluster.figures)")
        }
    }

    /// Makes a synchronous standby.
    ///
    /// - Parameter place: A dead server, whose place the standby takes, so that the address of the database stays the same.
    private static func follow(_ primary: DatabaseServer, at place: DatabaseServer? = nil) async throws -> DatabaseServer {
        let standby: DatabaseServer
        if let place {
            standby = place
            try await place.become(standbyOf: primary)
        } else {
            standby = try await primary.standby()
        }
        try await confirm(primary, by: "*")
        try await primary.wait(until: "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
        return standby
    }

    /// Sets which standbys a commit waits for.
    private static func confirm(_ database: DatabaseServer, by names: String) async throws {
        // ALTER SYSTEM does not run in a transaction, which several statements at a time would be.
        try await database.sql("ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
        try await database.sql("SELECT pg_reload_conf()::text")
        try await database.wait(until: "SELECT current_setting('synchronous_standby_names') = '\(names)'")
    }

    private static func checkRecovery(_ cluster: Cluster) async throws {
        for server in cluster.servers {
            let start = ContinuousClock.now
            let answer = try await cluster.insist {
                await cluster.call("accounts:signUp", ["returnSecureToken": true], on: server)
            }
            #expect(answer.status == 200, "\(answer.text)")
            #expect(ContinuousClock.now - start < .seconds(15), "Server \(server.number) was slow to find the new primary.")
        }
        try await Task.sleep(for: .milliseconds(300))
    }
}
