import Foundation
import VinculaCore
import VinculaEngine

/// What is done with a file once it is complete, in the background.
extension ConsoleImports {
    /// Begins to import a file, or to try it out.
    ///
    /// - Throws: ``Refusal/isBusy`` for a file that is not complete or is being imported, ``Refusal/serverIsBusy`` while others
    ///   are.
    func start(
        _ id: String, _ file: FileImport, rehearses: Bool, by engine: AuthEngine, in scope: ProjectScope, now: Timestamp
    ) throws {
        var found = try find(id, in: scope, now: now)
        guard !isClosed, found.state.mayBegin, tasks[id] == nil else { throw Refusal.isBusy }
        guard tasks.count < Self.mostAtOnce else { throw Refusal.serverIsBusy }
        (found.state, found.fault) = (rehearses ? .rehearsing : .running, nil)
        (found.totals, found.records, found.offset) = (ImportTotals(), 0, 0)
        try keep(found)
        let work = ConsoleImportWork(
            path: path(id, "export"), refused: path(id, "refused.jsonl"), file: file, rehearses: rehearses, scope: scope)
        // Not on this actor, which requests wait for.
        tasks[id] = Task.detached {
            do {
                let run = try await work.run(engine) { await self.note(id, $0) }
                await self.end(id, rehearses ? .rehearsed : .done, run)
            } catch is CancellationError {
                await self.end(id, .stopped)
            } catch {
                await self.end(id, .failed, fault: ConsoleImport.Fault(error))
            }
        }
    }

    /// Stops the work on a file. What is imported stays.
    func stop(_ id: String, in scope: ProjectScope, now: Timestamp) throws {
        _ = try find(id, in: scope, now: now)
        tasks[id]?.cancel()
    }

    private func note(_ id: String, _ run: ImportRun) {
        guard var found = known?[id] else { return }
        (found.totals, found.records, found.offset) = (run.totals, run.records, run.offset)
        known?[id] = found
    }

    private func end(_ id: String, _ state: ConsoleImport.State, _ run: ImportRun? = nil, fault: ConsoleImport.Fault? = nil) {
        tasks[id] = nil
        if let run { note(id, run) }
        guard var found = known?[id] else { return delete(id) }
        (found.state, found.fault) = (state, fault)
        known?[id] = found
        try? keep(found)
        if state == .done { try? FileManager.default.removeItem(atPath: path(id, "export")) }
    }
}

extension ConsoleImport.Fault {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case ImportStop.lacksHashParameters: .lacksHashes
            case ImportStop.interference: .interference
            case is ImportFileFault, is ImportStop: .unreadable
            default: .server
            }
    }
}
