import GRDB
import Testing
import VinculaCore

@testable import VinculaSQL
@testable import VinculaSQLite

@Suite struct RowReaderTests {
    @Test func columnsAreReadInOrder() throws {
        try DatabaseQueue().read { db in
            let isRead = try db.statements.first("SELECT 'a', NULL, NULL, 'skipped', 7, 1000, 'p', 't', 'resetPassword'") { row in
                let text: String = try row.next()
                let absent: String? = try row.next()
                let never = try row.optionalTimestamp()
                row.skip()
                let number = try row.next(Int64?.self)
                let moment = try row.timestamp()
                let scope = try row.scope()
                let kind: MailKind = try row.enumCase(of: "t")
                #expect(text == "a" && absent == nil && never == nil && number == 7)
                #expect(moment == Timestamp(milliseconds: 1000))
                #expect(scope == ProjectScope(project: "p", tenant: "t"))
                #expect(kind == .resetPassword)
                return true
            }
            #expect(isRead == true)
            let numbers = try db.statements.all("SELECT 1 UNION ALL SELECT 2") { try $0.next(Int.self) }
            #expect(numbers == [1, 2])
        }
    }

    @Test func unreadableValuesAreErrors() throws {
        try DatabaseQueue().read { db in
            #expect(throws: StoreError.corruptColumn) { try db.statements.first("SELECT NULL") { try $0.next(String.self) } }
            #expect(throws: StoreError.corruptRow(table: "t")) {
                try db.statements.first("SELECT 'x'") { try $0.enumCase(of: "t") as MailKind }
            }
        }
    }

    #if DEBUG
        @Test func aColumnThatNobodyReadsStopsADebugBuild() async {
            await #expect(processExitsWith: .failure) {
                // An error would be a failure too.
                _ = try? await DatabaseQueue().read { db in try db.statements.first("SELECT 1, 2") { try $0.next(Int.self) } }
            }
        }
    #endif
}

extension GRDB.Database {
    fileprivate var statements: VinculaSQL.Database {
        get throws { VinculaSQL.Database(connection: try StoreConnection(self)) }
    }
}
