import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func importRun(of file: Data, in scope: ProjectScope) throws -> ImportRun? {
        try db.first(
            """
            SELECT options, records, file_offset, totals, rejected_bytes, started_at, finished_at FROM import_runs
            WHERE project = ? AND tenant = ? AND file = ?
            """, [scope.project, scope.tenant, file]
        ) { row in
            let options: Data = try row.next()
            let (records, offset): (Int64, Int64) = (try row.next(), try row.next())
            let totals: ImportTotals = try StoredJSON.decode(try row.next(String.self))
            let rejectedBytes: Int64 = try row.next()
            var run = ImportRun(file: file, options: options, startedAt: try row.timestamp())
            (run.records, run.offset, run.totals, run.rejectedBytes) = (records, offset, totals, rejectedBytes)
            run.finishedAt = try row.optionalTimestamp()
            return run
        }
    }

    func insert(_ run: ImportRun, in scope: ProjectScope) throws {
        try db.run(
            """
            INSERT INTO import_runs (project, tenant, file, options, records, file_offset, totals, rejected_bytes, started_at,
                finished_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                scope.project, scope.tenant, run.file, run.options, run.records, run.offset,
                try StoredJSON.encode(run.totals), run.rejectedBytes, run.startedAt.milliseconds,
                run.finishedAt?.milliseconds,
            ])
    }

    func deleteImportRun(of file: Data, in scope: ProjectScope) throws {
        try db.run(
            "DELETE FROM import_runs WHERE project = ? AND tenant = ? AND file = ?", [scope.project, scope.tenant, file])
    }

    func advance(_ run: ImportRun, from records: Int64, in scope: ProjectScope) throws -> Bool {
        try changesRow(
            """
            UPDATE import_runs SET records = ?, file_offset = ?, totals = ?, rejected_bytes = ?, finished_at = ?
            WHERE project = ? AND tenant = ? AND file = ? AND options = ? AND records = ? AND finished_at IS NULL
            """,
            [
                run.records, run.offset, try StoredJSON.encode(run.totals), run.rejectedBytes,
                run.finishedAt?.milliseconds, scope.project, scope.tenant, run.file, run.options, records,
            ])
    }

    func expectManyWrites() { db.connection.expectManyWrites() }
}
