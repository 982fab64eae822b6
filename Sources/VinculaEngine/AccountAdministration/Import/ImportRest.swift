package import VinculaCore

/// A step of an import that is done.
package struct ImportStep: Sendable {
    /// The number of its records.
    package let count: Int
    /// Its duration.
    package let duration: Duration
    /// The import so far.
    package let run: ImportRun
}

/// The reason why a file is not imported to its end.
package enum ImportStop: Error, Hashable, Sendable {
    /// The file has password hashes, and the import has no parameters for them.
    case lacksHashParameters
    /// Another import of the same file runs at the same time.
    case interference
    /// The file was changed meanwhile.
    case fileChanged
}

extension AccountAdministration {
    /// Imports what is left of a file, some records in each transaction. The next ones are read while these are written.
    ///
    /// - Parameters:
    ///   - export: The file, behind what is done.
    ///   - file: The choices about the import.
    ///   - begun: The import so far.
    ///   - refused: Gets the refused records.
    ///   - rehearses: `true` to take back each transaction: nothing is imported.
    ///   - scope: The project or tenant.
    ///   - pace: Called before the first step with `nil`, and after each other one; returns the number of records of the next
    ///     step, and may wait.
    /// - Throws: ``ImportStop``, ``ImportFileFault``, or the store's errors.
    package func importRest(
        of export: ExportFile, _ file: FileImport, begun: ImportRun, refused: RejectedFile, rehearses: Bool = false,
        in scope: ProjectScope, pace: @Sendable (ImportStep?) async throws -> Int
    ) async throws -> ImportRun {
        @Sendable func prepare(_ limit: Int) async throws -> (records: [CheckedRecord], isLast: Bool) {
            let (records, isLast) = try await export.next(limit)
            return (check(records, of: file, in: scope), isLast)
        }
        var run = begun
        var size = try await pace(nil)
        var next = try await prepare(size)
        while true {
            try Task.checkCancellation()
            if next.records.contains(where: \.lacksHashParameters) { throw ImportStop.lacksHashParameters }
            let (current, before, limit) = (next, run, size)
            async let following = current.isLast ? current : prepare(limit)
            let start = ContinuousClock.now
            do {
                run = try await importRecords(
                    current.records, of: file, run: before, isLast: current.isLast, rehearses: rehearses, in: scope,
                    keepRefused: refused.append)
            } catch is ImportInterference {
                throw ImportStop.interference
            }
            let step = ImportStep(count: current.records.count, duration: .now - start, run: run)
            size = try await pace(step)
            guard !current.isLast else { return run }
            next = try await following
        }
    }
}
