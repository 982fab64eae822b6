import Synchronization
package import VinculaCore

/// Counts what came of asking projects' functions, for the operator.
package final class BlockingCounts: Sendable {
    package enum Result: String, Hashable, Sendable, CaseIterable {
        /// It let the request pass, perhaps with changes.
        case answered
        /// It refused the request.
        case refused
        /// It gave no usable answer.
        case failed
    }

    private struct Kind: Hashable {
        let trigger: BlockingTrigger
        let result: Result
    }

    private let state = Mutex((calls: [Kind: Int](), milliseconds: [BlockingTrigger: Int]()))

    package init() {}

    /// The number of calls with a result.
    package func calls(_ trigger: BlockingTrigger, _ result: Result) -> Int {
        state.withLock { $0.calls[Kind(trigger: trigger, result: result), default: 0] }
    }

    /// The time that all calls took together, in milliseconds.
    package func milliseconds(_ trigger: BlockingTrigger) -> Int { state.withLock { $0.milliseconds[trigger, default: 0] } }

    func note(_ trigger: BlockingTrigger, _ result: Result, after duration: Duration) {
        state.withLock { state in
            state.calls[Kind(trigger: trigger, result: result), default: 0] += 1
            state.milliseconds[trigger, default: 0] += Int(duration / .milliseconds(1))
        }
    }
}
