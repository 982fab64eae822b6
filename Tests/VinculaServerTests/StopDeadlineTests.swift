import Dispatch
import Foundation
import Synchronization
import Testing
import VinculaServer

struct StopDeadlineTests {
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    @Test("It expires at the set time after the signal, even if every task thread is busy, and not before")
    func expires() async throws {
        let count = Count()
        let deadline = StopDeadline(signals: [SIGUSR2], limit: .milliseconds(50)) { count.value.withLock { $0 += 1 } }
        try await Task.sleep(for: .milliseconds(100))
        #expect(count.value.withLock { $0 } == 0)
        kill(getpid(), SIGUSR2)
        await withTaskGroup { group in
            for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
                group.addTask {
                    let end = ContinuousClock.now + .seconds(120)
                    while count.value.withLock({ $0 }) == 0, ContinuousClock.now < end {}
                }
            }
        }
        #expect(count.value.withLock { $0 } == 1)
        withExtendedLifetime(deadline) {}
    }
}
