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

    /// Does what a later version's migration may do: add what earlier versions do not miss.
    private static func addStep(_ database: DatabaseServer) async throws {
        try await database.sql(
            """
            BEGIN; SET LOCAL lock_timeout = '2s';
            ALTER TABLE accounts ADD COLUMN of_later_version BIGINT;
            ALTER TABLE sessions ADD COLUMN of_later_version BIGINT NOT NULL DEFAULT 0;
            CREATE TABLE of_later_version (id BIGINT PRIMARY KEY);
            INSERT INTO schema_migrations (identifier, needs) VALUES ('9999-of-later-version', '0038-initial');
            COMMIT
            """)
    }
}
