import Foundation
import Synchronization
import VinculaSQL

/// Shows how far a copy or a comparison is, a bar for each part of the work.
final class CopyProgress: Sendable {
    private struct State {
        var phase: DatabaseCopy.Phase?
        var bar: WorkProgress?
        var start = ContinuousClock.now
        /// The rows that were there when the part began.
        var first = 0
        var seconds: [DatabaseCopy.Phase: Double] = [:]

        mutating func note() { if let phase { seconds[phase] = (ContinuousClock.now - start) / .seconds(1) } }
    }

    private let state = Mutex(State())

    @Sendable func show(_ phase: DatabaseCopy.Phase, _ done: Int, _ total: Int) {
        let (bar, first) = state.withLock { state -> (WorkProgress?, Int) in
            if state.phase != phase {
                state.bar?.end()
                state.note()
                if phase == .copying, done > 0 { StandardError.print("Going on after \(done.grouped) rows.") }
                (state.phase, state.bar, state.start, state.first) = (phase, WorkProgress("rows"), .now, done)
            }
            return (state.bar, state.first)
        }
        bar?.show(Double(done) / Double(max(1, total)), count: Int64(done - first), phase.words)
    }

    /// Clears the bar on a terminal.
    func end() {
        state.withLock { state in
            state.bar?.end()
            state.note()
        }
    }

    /// The duration of a part of the work in seconds.
    func seconds(_ phase: DatabaseCopy.Phase) -> Double { state.withLock { $0.seconds[phase] ?? 0 } }
}

extension DatabaseCopy.Phase {
    fileprivate var words: String {
        switch self {
        case .checking: "checking the values"
        case .copying: "copying"
        case .comparing: "comparing"
        }
    }
}
