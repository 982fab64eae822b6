import Dispatch
import Foundation
import VinculaCore
import VinculaEngine

/// The work on one file: an import from its beginning or from where it was interrupted, or a rehearsal.
struct ConsoleImportWork: Sendable {
    /// The shortest pause between two transactions, so that requests have their turn.
    private static let pause = Duration.milliseconds(120)

    let path: String
    /// The file for refused accounts.
    let refused: String
    let file: FileImport
    let rehearses: Bool
    let scope: ProjectScope

    /// - Parameter progress: Called after each step.
    func run(_ engine: AuthEngine, progress: @escaping @Sendable (ImportRun) async -> Void) async throws -> ImportRun {
        let accounts = engine.accounts
        let export = try ExportFile(path, file.format)
        let digest = try await fileDigest()
        let begun = try await begin(digest, accounts, now: engine.clock.now)
        if begun.rejectedBytes == 0 { try? FileManager.default.removeItem(atPath: refused) }
        guard try await export.skip(begun.records, to: begun.offset) else { throw ImportStop.fileChanged }
        await progress(begun)
        let done = try await accounts.importRest(
            of: export, file, begun: begun,
            refused: RejectedFile(refused, file.format, length: begun.rejectedBytes), rehearses: rehearses, in: scope
        ) { step in
            if let step {
                await progress(step.run)
                if step.run.finishedAt == nil { try await Task.sleep(for: max(step.duration, Self.pause)) }
            }
            return ImportPace.besideServer
        }
        guard await export.readDigest() == digest else { throw ImportStop.fileChanged }
        return done
    }

    /// The digest of the file, which is read on a thread of its own: tasks' threads must not wait for the disk.
    private func fileDigest() async throws -> Data {
        let path = path
        let digest: Data = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(with: Swift.Result { try ExportFile.digest(path) { _ in } })
            }
        }
        try Task.checkCancellation()
        return digest
    }

    /// The import so far. One that was begun with other choices, or whose refused accounts are elsewhere, begins again: accounts
    /// that are here already, exactly as in the file, are left alone.
    private func begin(_ digest: Data, _ accounts: AccountAdministration, now: Timestamp) async throws -> ImportRun {
        let options = try file.digest()
        guard !rehearses else { return ImportRun(file: digest, options: options, startedAt: now) }
        let run = try await accounts.beginImport(of: digest, options: options, restarts: false, in: scope)
        let size = (try? FileManager.default.attributesOfItem(atPath: refused)[.size] as? NSNumber)?.int64Value ?? 0
        guard run.finishedAt != nil || run.options != options || size < run.rejectedBytes else { return run }
        return try await accounts.beginImport(of: digest, options: options, restarts: true, in: scope)
    }
}
