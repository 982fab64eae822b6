package import Foundation
package import VinculaCore
import VinculaCrypto

/// A record of a file that was refused.
package struct RefusedRecord: Sendable {
    package let record: ExportRecord
    package let reason: String
    /// The account that stands in its way.
    package let holder: AccountID?
}

/// The import cannot go on from where it was thought to be: another one of the same file runs at the same time.
package struct ImportInterference: Error {}

/// The end of a step that was only rehearsed.
private struct ImportRehearsal: Error {
    let run: ImportRun
}

extension AccountAdministration {
    /// The import of a file that was begun earlier, if there is one.
    package func importRun(of file: Data, in scope: ProjectScope) async throws -> ImportRun? {
        try await read(in: scope) { try $0.reads.importRun(of: file, in: scope) }
    }

    /// Begins the import of a file, or goes on with it.
    ///
    /// - Parameters:
    ///   - file: The digest of the file.
    ///   - options: The digest of everything else that decides the result.
    ///   - restarts: `true` to begin again if it was begun earlier.
    ///   - scope: The project.
    /// - Returns: The import so far; its options are those that it was begun with.
    package func beginImport(
        of file: Data, options: Data, restarts: Bool, in scope: ProjectScope
    ) async throws -> ImportRun {
        try await write(in: scope) { work in
            if let old = try work.reads.importRun(of: file, in: scope) {
                // An import that has not done anything has made no choices.
                guard restarts || old.records == 0 && old.finishedAt == nil else { return old }
                try work.transaction.deleteImportRun(of: file, in: scope)
            }
            let run = ImportRun(file: file, options: options, startedAt: work.now)
            try work.transaction.insert(run, in: scope)
            return run
        }
    }

    /// Imports some records of a file, and notes in the same transaction that they are done: whenever the process dies, each
    /// account is imported once.
    ///
    /// The administrator's word counts as proof of emails and identities.
    ///
    /// - Parameters:
    ///   - records: The records that follow those that are done.
    ///   - file: The choices about the import.
    ///   - run: The import so far.
    ///   - isLast: `true` if the file has no more records.
    ///   - rehearses: `true` to take everything back, and only say what would happen. The run is not stored, then.
    ///   - scope: The project.
    ///   - keepRefused: Keeps the refused records behind those of the run so far, whose length in bytes it gets, and returns the
    ///     new length. Called before the transaction is committed, and again if the transaction has to run again; whatever it
    ///     writes counts only up to the length in the returned run.
    /// - Throws: ``ImportInterference``, or the store's errors.
    package func importRecords(
        _ records: [CheckedRecord], of file: FileImport, run: ImportRun, isLast: Bool, rehearses: Bool = false,
        in scope: ProjectScope, keepRefused: @escaping @Sendable ([RefusedRecord], _ length: Int64) throws -> Int64
    ) async throws -> ImportRun {
        do {
            return try await take(
                records, of: file, run: run, isLast: isLast, rehearses: rehearses, in: scope, keepRefused: keepRefused)
        } catch let rehearsal as ImportRehearsal {
            return rehearsal.run
        }
    }

    private func take(
        _ records: [CheckedRecord], of file: FileImport, run: ImportRun, isLast: Bool, rehearses: Bool,
        in scope: ProjectScope, keepRefused: @escaping @Sendable ([RefusedRecord], _ length: Int64) throws -> Int64
    ) async throws -> ImportRun {
        var (ready, refused) = Self.divide(records)
        var hashable = ready.map { ($0.index, $0.account) }
        for failure in try await hashPlainPasswords(of: &hashable, in: scope, limit: .max) {
            refused.append((failure.index, .value(failure.message), nil))
        }
        ready = hashable.map { ($0.0, $0.1) }
        let (accounts, unusable) = (ready, refused)
        return try await write(in: scope) { work in
            work.transaction.expectManyWrites()
            work.transaction.journal.noteImport()
            var tally = ImportTally()
            let schemes = ImportSchemes(key: file.hashes?.key ?? Data(), sealer: sealer)
            var batch = try ImportBatch(accounts.map { $0.1 }, schemes, work)
            var refused = unusable
            for (index, account) in accounts {
                do {
                    let outcome = try batch.take(account, overwrites: file.overwrites, keepsEqual: true)
                    tally.note(outcome, account)
                    tally.totals.authenticators += Int64(records[index].authenticators)
                } catch let refusal as ImportRefusal {
                    refused.append((index, refusal.fault, refusal.holder))
                }
            }
            try batch.finish()
            for record in records { for name in record.withoutPlace { tally.totals.note(withoutPlace: name) } }
            for (_, fault, _) in refused { tally.totals.refusals[fault.kind, default: 0] += 1 }
            tally.totals.failed = Int64(refused.count)
            var next = run
            next.totals += tally.totals
            next.records = records.last?.record.number ?? run.records
            next.offset = records.last?.record.end ?? run.offset
            if isLast { next.finishedAt = work.now }
            if !refused.isEmpty {
                next.rejectedBytes = try keepRefused(
                    refused.sorted { $0.index < $1.index }.map {
                        RefusedRecord(record: records[$0.index].record, reason: $0.fault.message, holder: $0.holder)
                    }, run.rejectedBytes)
            }
            // Thrown, it takes back what the transaction did.
            if rehearses { throw ImportRehearsal(run: next) }
            guard try work.transaction.advance(next, from: run.records, in: scope) else { throw ImportInterference() }
            if !records.isEmpty {
                tally.record(
                    work, algorithm: file.algorithm,
                    ["file": .string(run.file.prefix(8).hex), "upTo": .integer(next.records)])
            }
            return next
        }
    }

    private static func divide(
        _ records: [CheckedRecord]
    ) -> (ready: [(index: Int, account: ReadAccount)], refused: [(index: Int, fault: ImportFault, holder: AccountID?)]) {
        var ready: [(index: Int, account: ReadAccount)] = []
        var refused: [(index: Int, fault: ImportFault, holder: AccountID?)] = []
        for (index, record) in records.enumerated() {
            switch record.result {
            case .success(let account): ready.append((index, account))
            case .failure(let fault): refused.append((index, fault, nil))
            }
        }
        return (ready, refused)
    }
}
