import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Servers that are replaced one after the other, behind a load balancer and under load.
@Suite("Rolling restarts and upgrades")
struct RollingTests {
    @Test("R26 All four are replaced, and the schema gets a step of a later version in between: no request fails")
    func rolling() async throws {
        let database = try await DatabaseServer.start()
        let balancer = try await Balancer.start()
        try await Cluster.with(DatabaseServer.address([database]), ["--drain-seconds", "2"]) { cluster in
            try await balancer.use(cluster.servers)
            cluster.useBalancer(balancer.url)
            let crowd = Crowd(cluster)
            try await crowd.act {
                for number in 0..<4 {
                    if number == 2 { try await Self.addStep(database) }
                    // The new one is there before the old one goes, and knows the steps that this version has.
                    try await cluster.restart(4 + number)
                    try await balancer.use(cluster.servers)
                    #expect(try await cluster.stop(number) == 0)
                    try await balancer.use(cluster.servers)
                }
            }
            let figures = try await balancer.figures()
            #expect(figures.failed == 0 && figures.refused == 0 && figures.answered > 100, "\(figures): \(cluster.log)")
            cluster.counts.withLock { #expect($0["refused"] == nil && $0["broken"] == nil, "\($0)") }
            try await crowd.check()
            print("Rolling restart: \(figures), \(cluster.figures)")
        }
    }

    @Test(
        "R26 From another version to this one and back: no request fails, and nothing answered is lost",
        .enabled(if: Cluster.former != nil, "CLUSTER_FORMER names no program."))
    func versions() async throws {
        let former = try #require(Cluster.former)
        let database = try await DatabaseServer.start()
        let balancer = try await Balancer.start()
        let address = DatabaseServer.address([database])
        try await Cluster.with(address, ["--drain-seconds", "2"], program: former) { cluster in
            try await balancer.use(cluster.servers)
            cluster.useBalancer(balancer.url)
            let crowd = Crowd(cluster)
            let stock = Stock(cluster)
            for (step, program) in [former, ServerProcess.executable, former].enumerated() {
                cluster.use(program)
                try await crowd.act {
                    try await stock.act {
                        for number in step * 4 - 4..<step * 4 where step > 0 {
                            try await cluster.restart(number + 4)
                            try await balancer.use(cluster.servers)
                            #expect(try await cluster.stop(number) == 0)
                            try await balancer.use(cluster.servers)
                            // Both versions serve side by side for a while.
                            try await Task.sleep(for: .seconds(Cluster.rounds))
                        }
                        if step == 0 { try await Task.sleep(for: .seconds(Cluster.rounds)) }
                    }
                }
                let figures = try await balancer.figures()
                #expect(figures.failed == 0 && figures.refused == 0 && figures.answered > 100, "\(figures): \(cluster.log)")
                cluster.counts.withLock { #expect($0["refused"] == nil && $0["broken"] == nil, "\($0)") }
                try await crowd.check()
                try await stock.check()
                print("Version \(step): \(figures), \(cluster.figures)")
            }
        }
    }

    /// Does what a later version's migration may do: add what earlier versions do not miss.
    private static func addStep(_ database: DatabaseServer) async throws {
        let sql = """
            BEGIN; SET LOCAL lock_timeout = '2s';
            ALTER TABLE accounts ADD COLUMN of_later_version BIGINT;
            ALTER TABLE sessions ADD COLUMN of_later_version BIGINT NOT NULL DEFAULT 0;
            CREATE TABLE of_later_version (id BIGINT PRIMARY KEY);
            INSERT INTO schema_migrations (identifier, needs) VALUES ('9999-of-later-version', '0038-initial');
            COMMIT
            """
        // As a migration does if requests are in its way.
        for attempt in 1... {
            do {
                try await database.sql(sql)
                return
            } catch {
                guard attempt < 20 else { throw error }
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }
}
