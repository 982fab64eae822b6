import Foundation
import GRDB
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// T174: changes to the audit log behind the server's back, and the checks that detect them.
@Suite("Audit log: tampering")
struct AuditTamperingTests {
    @Test("T174 audit trail: the database refuses to change, delete and replace records", .tags(.attack))
    func appendOnly() async throws {
        try await TestServer.withDatabase { server, database in
            try await fill(server)
            for sql in [
                "UPDATE audit_log SET actor_id = 'x'", "DELETE FROM audit_log", "DELETE FROM audit_log WHERE sequence = 5",
                "INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log WHERE sequence = 5",
                "REPLACE INTO audit_log SELECT * FROM audit_log",
            ] {
                await #expect(throws: DatabaseError.self, "\(sql)") { try await database.write { try $0.execute(sql: sql) } }
            }
            #expect(try await server.engine.auditLog.verify().fault == nil)
        }
    }

    /// The changes that somebody with write access to the database makes, and the fault that the check reports. `N` is the number
    /// of records.
    private static let forgeries: [(sql: String, fault: @Sendable (Int64) -> AuditFault)] = [
        ("UPDATE audit_log SET details = '{}' WHERE sequence = 5", { _ in .changed(5) }),
        ("UPDATE audit_log SET time = time + 1 WHERE sequence = 7", { _ in .changed(7) }),
        ("UPDATE audit_log SET actor_kind = 'server' WHERE sequence = 8", { _ in .changed(8) }),
        ("UPDATE audit_log SET actor_kind = 'nobody' WHERE sequence = 8", { _ in .changed(8) }),
        ("UPDATE audit_log SET actor_id = 'other' WHERE sequence = 8", { _ in .changed(8) }),
        ("UPDATE audit_log SET account = 'other' WHERE sequence = 9", { _ in .changed(9) }),
        ("UPDATE audit_log SET account = NULL WHERE sequence = 9", { _ in .changed(9) }),
        ("UPDATE audit_log SET client_address = '192.0.2.9' WHERE sequence = 9", { _ in .changed(9) }),
        ("UPDATE audit_log SET project = 'other' WHERE sequence = 9", { _ in .changed(9) }),
        ("UPDATE audit_log SET seal = zeroblob(32) WHERE sequence = 6", { _ in .changed(6) }),
        ("UPDATE audit_log SET previous = zeroblob(32) WHERE sequence = 6", { _ in .changed(6) }),
        ("DELETE FROM audit_log WHERE sequence = 5", { _ in .missing(from: 5, to: 5) }),
        ("DELETE FROM audit_log WHERE sequence BETWEEN 3 AND 9", { _ in .missing(from: 3, to: 9) }),
        ("DELETE FROM audit_log WHERE sequence = 1", { _ in .missing(from: 1, to: 1) }),
        // One taken out, and the rest moved up.
        (
            "DELETE FROM audit_log WHERE sequence = 5; UPDATE audit_log SET sequence = sequence - 1 WHERE sequence > 5",
            { _ in .changed(5) }
        ),
        ("DELETE FROM audit_log WHERE sequence = (SELECT max(sequence) FROM audit_log)", { .missing(from: $0, to: $0) }),
        ("DELETE FROM audit_log", { .missing(from: 1, to: $0) }),
        // The tail cut off, and the end's note made to fit as far as that goes without the key.
        (
            """
            DELETE FROM audit_log WHERE sequence = (SELECT max(sequence) FROM audit_log);
            UPDATE audit_head SET sequence = sequence - 1,
                last = (SELECT seal FROM audit_log ORDER BY sequence DESC LIMIT 1)
            """, { _ in .endForged }
        ),
        ("DELETE FROM audit_head", { _ in .endForged }),
        (
            """
            INSERT INTO audit_log SELECT sequence + 1, time, project, tenant, actor_kind, actor_id, action, account, client_address,
            details, seal, seal FROM audit_log ORDER BY sequence DESC LIMIT 1
            """, { .inserted($0 + 1) }
        ),
        (
            "DELETE FROM audit_log; DELETE FROM audit_head; DELETE FROM sealed_secrets WHERE name = 'audit-key'",
            { _ in .unprotected }
        ),
        ("DELETE FROM sealed_secrets WHERE name = 'audit-key'", { _ in .keyIsGone }),
        ("SELECT 1", { _ in .unprotected }),
    ]

    @Test(
        "T174 audit trail: the check names the first record that was changed, removed or added", .tags(.attack),
        arguments: forgeries.indices)
    func forged(index: Int) async throws {
        let forgery = Self.forgeries[index]
        try await TestServer.withDatabase { server, database in
            try await fill(server)
            let sound = try await server.engine.auditLog.verify()
            #expect(sound.fault == nil && sound.count > 10 && sound.end?.sequence == sound.count)
            try await database.write { db in
                for trigger in ["audit_log_update", "audit_log_delete", "audit_log_insert"] {
                    try db.execute(sql: "DROP TRIGGER \(trigger)")
                }
                try db.execute(sql: forgery.sql)
            }
            let verdict = try await server.engine.auditLog.verify()
            #expect(verdict.fault == forgery.fault(sound.count), "\(forgery.sql)")
        }
    }

    @Test("T174 audit trail: a record with an actor that only a newer version knows is intact, and is counted", .tags(.attack))
    func newer() async throws {
        try await TestServer.withDatabase { server, database in
            try await fill(server)
            let newer = server.engine.acting(as: AuditActor(storedKind: "robot", id: "r1"))
            _ = try await newer.serviceAccess.createAPIKey(nil, label: "newer", of: server.project)
            let verdict = try await server.engine.auditLog.verify()
            #expect(verdict.fault == nil && verdict.newer == 1)
            let stored = try await database.read {
                try String.fetchAll($0, sql: "SELECT actor_kind FROM audit_log WHERE actor_id = 'r1'")
            }
            #expect(stored == ["robot"])
            // It is as well protected as the others.
            try await database.write { db in
                try db.execute(sql: "DROP TRIGGER audit_log_update")
                try db.execute(sql: "UPDATE audit_log SET actor_kind = 'android' WHERE actor_id = 'r1'")
            }
            let changed = try await server.engine.auditLog.verify()
            #expect(changed.fault == .changed(changed.count + 1))
        }
    }

    @Test("T174 audit trail: an older copy of the whole database is detected with a saved anchor", .tags(.attack))
    func rolledBack() async throws {
        try await TestServer.withDatabase { server, database in
            try await fill(server)
            let old = try await server.engine.auditLog.verify()
            #expect(try await server.engine.auditLog.verify(anchor: old.end).fault == nil)
            let tables = ["audit_log", "audit_head"]
            try await database.write { db in
                for table in tables { try db.execute(sql: "CREATE TEMP TABLE old_\(table) AS SELECT * FROM \(table)") }
            }
            try await fill(server)
            let anchor = try #require(try await server.engine.auditLog.verify(anchor: old.end).end)
            #expect(AuditAnchor(anchor.description) == anchor)
            // Everything as it was, triggers too: by itself the log is sound.
            try await database.write { db in
                let triggers = try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
                for name in ["audit_log_update", "audit_log_delete", "audit_log_insert"] {
                    try db.execute(sql: "DROP TRIGGER \(name)")
                }
                for table in tables {
                    try db.execute(sql: "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM old_\(table)")
                }
                for sql in triggers { try db.execute(sql: sql) }
            }
            #expect(try await server.engine.auditLog.verify().fault == nil)
            #expect(try await server.engine.auditLog.verify(anchor: anchor).fault == .anchorIsGone(anchor.sequence))
            // The lost records cannot come back as others either.
            try await fill(server)
            #expect(try await server.engine.auditLog.verify(anchor: anchor).fault == .anchorIsGone(anchor.sequence))
        }
    }

    @Test("T174 audit trail: parallel changes form one chain, which can be verified meanwhile", .tags(.attack))
    func parallel() async throws {
        try await TestServer.with { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let answer = try await server.admin("accounts", ["localId": .string("p\(number)")])
                        #expect(answer.status == 200)
                    }
                    if number % 10 == 0 {
                        group.addTask {
                            let verdict = try await server.engine.auditLog.verify()
                            #expect(verdict.fault == nil)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await server.engine.auditLog.verify().fault == nil)
            let made = try await server.engine.auditLog.entries(AuditQuery(action: .accountCreate, limit: 100))
            #expect(Set(made.compactMap(\.account)).count == 60)
        }
    }

    /// Makes a dozen records.
    private func fill(_ server: TestServer) async throws {
        for _ in 0..<6 {
            let id = UUID().uuidString
            _ = try await server.admin("accounts", ["localId": .string(id)])
            _ = try await server.admin("accounts:update", ["localId": .string(id), "disableUser": true])
        }
    }
}

extension TestServer {
    /// A server on a file, and a second connection to that file.
    static func withDatabase(
        _ body: @escaping @Sendable (TestServer, DatabaseQueue) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-audit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "vincula.sqlite")
        try await with(file: file) { server in
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            let database = try DatabaseQueue(path: file.path, configuration: configuration)
            try await body(server, database)
            try database.close()
        }
    }
}
