import Synchronization
import VinculaEngine

/// The server's readiness: it accepts requests only once it has started and until it drains.
package final class Readiness: Sendable {
    private let state = Mutex(false)
    private let probe = TimedQuestion<Bool>()
    private let standing = TimedQuestion<Standing>()
    private let patience: Duration

    /// - Parameter patience: The time that the store has for an answer.
    package init(patience: Duration = .seconds(2)) { self.patience = patience }

    package var isReady: Bool { state.withLock { $0 } }

    package func set(_ isReady: Bool) { state.withLock { $0 = isReady } }

    /// Runs a closure that asks the store for something, unless one is running, and waits for a limited time.
    ///
    /// - Returns: `false` if it throws or takes too long.
    func answersInTime(_ ask: @escaping @Sendable () async throws -> Void) async -> Bool {
        let answer = await probe.answer(within: patience) {
            try await ask()
            return true
        }
        return answer ?? false
    }

    /// Reads what the store says about the whole installation.
    ///
    /// - Returns: `nil` if that fails or takes too long.
    func standing(_ upkeep: Upkeep) async -> Standing? {
        await standing.answer(within: patience) { try await upkeep.standing() }
    }
}
