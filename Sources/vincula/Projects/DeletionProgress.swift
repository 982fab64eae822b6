import Foundation
import Synchronization
import VinculaCore
import VinculaEngine

/// The progress of a deletion, on a terminal.
final class DeletionProgress: Sendable {
    private let shown = Mutex<ContinuousClock.Instant?>(nil)
    private let isWanted = isatty(STDERR_FILENO) == 1

    @Sendable func show(accounts: Int) {
        guard isWanted, accounts > 0 else { return }
        let now = ContinuousClock.now
        let isDue = shown.withLock { last in
            if let last, now - last < .milliseconds(200) { return false }
            last = now
            return true
        }
        if isDue { FileHandle.standardError.write(Data("\r\(accounts.grouped) accounts deleted".utf8)) }
    }

    func end() {
        if shown.withLock({ $0 != nil }) { FileHandle.standardError.write(Data("\n".utf8)) }
    }
}

extension ScopeErasure {
    /// The number of accounts in a sentence.
    var text: String {
        let count = "\(accounts) account\(accounts == 1 ? "" : "s")"
        return isDone ? count : "\(count) so far; a server deletes the rest"
    }
}

extension ScopeDeletion {
    /// A line for people.
    var line: String {
        let what = scope.tenant.isEmpty ? "Project \(scope.project)" : "Tenant \(scope.tenant) of project \(scope.project)"
        return "\(what) was deleted; its data is still being deleted (\(accounts.grouped) accounts so far)."
    }
}
