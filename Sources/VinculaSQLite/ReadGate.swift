import Synchronization
import VinculaSQL

/// Counts running reads, so that closing can wait for them.
///
/// GRDB's pool drops its readers without a lock when it closes, which would break a concurrent read.
final class ReadGate: Sendable {
    private struct State {
        var isClosed = false
        var underWay = 0
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs a read.
    ///
    /// - Throws: ``StoreError/isClosed``, or what the read throws.
    func pass<Result>(_ read: () throws -> Result) throws -> Result {
        try state.withLock { state in
            guard !state.isClosed else { throw StoreError.isClosed }
            state.underWay += 1
        }
        defer { leave() }
        return try read()
    }

    /// Refuses new reads and waits until the running ones have ended.
    func close() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                state.isClosed = true
                if state.underWay > 0 { state.closers.append(continuation) }
                return state.underWay == 0
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func leave() {
        let closers = state.withLock { state in
            state.underWay -= 1
            guard state.underWay == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }
}
