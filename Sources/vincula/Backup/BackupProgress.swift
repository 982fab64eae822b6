import Foundation
import Synchronization
import VinculaCore
import VinculaSQLite

/// Shows the progress of a backup: one updated line on a terminal, otherwise a line every five seconds.
final class BackupProgress: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant?
        var lastText = ""
    }

    private let state = Mutex(State())
    private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1

    func show(_ progress: DatabaseBackup.Progress) {
        let text =
            switch progress {
            case .copying(let done, let all): "\(all == 0 ? 100 : done * 100 / all)% of \(all.inUnits) copied"
            case .checking: "checking the copy"
            }
        let isShown = state.withLock { state in
            let now = ContinuousClock.now
            let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(5)
            if case .copying = progress, let shownAt = state.shownAt, now - shownAt < pause { return false }
            // A short backup needs no progress in a log.
            if !isTerminal, state.shownAt == nil, case .copying(let done, let all) = progress, done == all { return false }
            state.shownAt = now
            defer { state.lastText = text }
            return text != state.lastText
        }
        guard isShown else { return }
        FileHandle.standardError.write(Data((isTerminal ? "\r\u{1B}[K\(text) …" : "\(text) …\n").utf8))
    }

    /// Clears the progress line on a terminal.
    func end() { if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) } }
}
