import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaEngine
import VinculaPostgreSQL

@testable import VinculaSQL
@testable import VinculaSQLite

/// Copies between SQLite and PostgreSQL.
@Suite struct DatabaseCopyTests {
    @Test func `every kind of row gets to PostgreSQL and back, byte for byte`() async throws {
        try await FullDatabase.with { file, folder, address in
            let before = try FullDatabase.rows(file)
            let there = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            let (copied, tables) = try await there.run()
            try await there.finish()
            #expect(Set(tables.map(\.name)) == Set(before.keys), "a table is not copied")
            for (table, rows) in before {
                #expect(!rows.isEmpty, "\(table) has no row in SchemaRows")
                #expect(tables.first { $0.name == table }?.rows == rows.count, "\(table)")
            }
            #expect(copied == before.values.reduce(0) { $0 + $1.count })
            let verified = try await there.verify()
            #expect(verified.tables == tables && verified.copyRecord == nil)
            #expect(try FullDatabase.rows(file) == before, "the source was changed")

            let second = folder.appending(path: "back/vincula.sqlite")
            let back = DatabaseCopy(from: PostgreSQLSide(address), to: SQLiteSide(second))
            #expect(try await back.run().tables == tables)
            try await back.finish()
            let after = try FullDatabase.rows(second)
            for (table, rows) in before { #expect(after[table] == rows, "\(table)") }
            #expect(Set(after.keys) == Set(before.keys), "the mark is left")
            #expect(try await DatabaseInspection.faults(of: second, .whole) == [])
            #expect(try await DatabaseInspection.schema(of: second) == .current)
            let facts = try FileManager.default.attributesOfItem(atPath: second.path)
            #expect(facts[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(arguments: [(AuditAction.databaseCopy, true), (.databaseCopy, false), (.projectCreate, true)])
    func `the record of the copy is the one row that may be new`(action: AuditAction, follows: Bool) async throws {
        try await FullDatabase.with { file, _, address in
            let copy = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            let tables = try await copy.run().tables
            try await copy.finish { transaction in
                guard let head = try transaction.auditHead() else { throw CopyError.absent("audit_head") }
                let entry = AuditEntry(
                    sequence: head.sequence + 1, time: Timestamp(milliseconds: 5), scope: nil, actor: .server, action: action,
                    account: nil, clientAddress: nil, details: "{}")
                try transaction.append(
                    SealedAuditEntry(entry: entry, previous: follows ? head.last : Data([1]), seal: Data([9])),
                    head: AuditHead(sequence: entry.sequence, last: Data([9]), seal: Data([8])))
            }
            guard action == .databaseCopy, follows else {
                await #expect(throws: CopyError.self) { try await copy.verify() }
                return
            }
            let verified = try await copy.verify()
            #expect(verified.tables == tables.filter { $0.name != "audit_head" })
            #expect(verified.copyRecord?.isInTarget == true)
            let other = try await DatabaseCopy(from: PostgreSQLSide(address), to: SQLiteSide(file)).verify()
            #expect(other.copyRecord == CopyRecord(sequence: verified.copyRecord?.sequence ?? 0, isInTarget: false))
        }
    }

    @Test func `new rows on either side do not collide, and the server reads what was copied`() async throws {
        try await FullDatabase.with { file, folder, address in
            let there = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            _ = try await there.run()
            try await there.finish()
            let second = folder.appending(path: "back/vincula.sqlite")
            let back = DatabaseCopy(from: PostgreSQLSide(address), to: SQLiteSide(second))
            _ = try await back.run()
            try await back.finish()
            let stores: [any Store] = [PostgreSQLStore(address, connections: 2), try SQLiteStore(at: second)]
            for store in stores {
                #expect(try await store.unreadableRows() == [])
                let scope = ProjectScope(project: "p")
                let ana = try await store.read { try $0.account(AccountID("ana"), in: scope) }
                #expect(ana?.email?.value == "ana@example.com" && ana?.federatedIdentities.count == 1)
                try await store.write { transaction in
                    for number in 0..<3 {
                        try transaction.insert(
                            Account(id: AccountID("new\(number)"), createdAt: Timestamp(milliseconds: 1)), in: scope)
                    }
                    let everybody = Revocation.Target.everybody(issuedBefore: 1)
                    let now = Timestamp(milliseconds: 1)
                    try transaction.insert(
                        Revocation(sequence: 0, scope: scope, target: everybody, madeAt: now, expiresAt: now))
                }
                #expect(try await store.read { try $0.account(AccountID("new2"), in: scope) } != nil)
                let last = try await store.read { try $0.revocations(after: 0, limit: 100, of: "p") }.map(\.sequence)
                #expect(last == last.sorted() && Set(last).count == last.count)
                #expect(try await store.read { try $0.auditLogIsProtected() })
                try await store.close()
            }
        }
    }

    @Test func `an interrupted copy goes on where it was, in both directions`() async throws {
        try await FullDatabase.with { file, folder, address in
            try addAccounts(20_000, file)
            let second = folder.appending(path: "back/vincula.sqlite")
            let sides: [(any CopySide, any CopySide)] = [
                (SQLiteSide(file), PostgreSQLSide(address)), (PostgreSQLSide(address), SQLiteSide(second)),
            ]
            for (source, target) in sides {
                let total = try await DatabaseFacts.read(source).rows.reduce(0) { $0 + $1.count }
                var (copied, interruptions) = (0, 0)
                while true {
                    let stop = Interruption(after: 1 + interruptions % 3)
                    let before = copied
                    let copy = DatabaseCopy(from: source, to: target, progress: stop.note)
                    do {
                        copied += try await stop.run { try await copy.run().copied }
                        break
                    } catch is CancellationError {
                        interruptions += 1
                        let now = try await DatabaseFacts.read(target)
                        #expect(now.schema.isUnfinished)
                        copied = now.rows.reduce(0) { $0 + $1.count }
                        #expect(copied > before, "a batch was done twice, or undone")
                    }
                }
                #expect(copied == total && interruptions > 3, "\(copied) of \(total) after \(interruptions)")
                try await DatabaseCopy(from: source, to: target).finish()
                _ = try await DatabaseCopy(from: source, to: target).verify()
            }
        }
    }

    private func addAccounts(_ count: Int, _ file: URL) throws {
        try FullDatabase.change(
            file,
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO accounts (project, tenant, uid, email_verified, display_name, is_disabled, generation, created_at)
            SELECT 'p', '', 'u' || i, 0, 'Name ' || i, 0, 0, i FROM n
            """)
    }
}
