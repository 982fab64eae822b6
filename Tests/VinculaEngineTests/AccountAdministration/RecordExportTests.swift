import Testing
import VinculaCore
import VinculaEngine

struct RecordExportTests {
    @Test func `T132 an export is recorded with the number of accounts and what is written of them`() async throws {
        try await TestEngine.run { test in
            for id in ["a", "b"] {
                var new = NewAccount()
                new.id = id
                _ = try await test.engine.accounts.createAccount(new, in: test.scope)
            }
            let count = try await test.engine.accounts.recordExport(
                format: .csv, isComplete: false, hasHashes: true, in: test.scope)
            #expect(count == 2)
            let records = try await test.engine.auditLog.entries(AuditQuery(action: .accountExport, limit: 9))
            #expect(records.count == 1 && records.first?.scope == test.scope, "\(records)")
            #expect(records.first?.facts.details.text == #"{"accounts":2,"complete":false,"format":"csv","passwordHashes":true}"#)
            #expect(try await test.engine.auditLog.verify().fault == nil)
        }
    }
}
