import Synchronization
import Testing
import VinculaServer

/// The looks at the challenges of other servers, which anybody can cause.
@Suite("Challenge looks")
struct ChallengeLooksTests {
    private final class Log: Sendable {
        private let state = Mutex(State())

        func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }
    }

    private struct State {
        /// What has been stored so far.
        var stored = 0
        /// What the last look has found.
        var found = 0
        var running = 0
        var mostRunning = 0
        var looks = 0
    }

    @Test("T330 however many ask, one look follows another, and each question gets one that begins after it")
    func shared() async {
        let state = Log()
        let looks = ChallengeLooks(pause: .milliseconds(5)) {
            let stored = state.withLock { state in
                state.running += 1
                state.mostRunning = max(state.mostRunning, state.running)
                state.looks += 1
                return state.stored
            }
            await Task.yield()
            state.withLock { state in
                state.running -= 1
                state.found = max(state.found, stored)
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    let mine = state.withLock { state in
                        state.stored += 1
                        return state.stored
                    }
                    await looks.look()
                    #expect(state.withLock { $0.found } >= mine)
                }
            }
        }
        let end = state.withLock { $0 }
        #expect(end.mostRunning == 1 && end.looks < 200, "\(end)")
    }

    @Test("T330 between two looks there is a pause")
    func pauses() async {
        let looks = ChallengeLooks(pause: .milliseconds(40)) {}
        let start = ContinuousClock.now
        for _ in 0..<4 { await looks.look() }
        #expect(ContinuousClock.now - start >= .milliseconds(120))
    }
}
