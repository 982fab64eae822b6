import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Warns when the wall clock is set: tokens carry its time, and verifiers elsewhere have their own clocks.
final class ClockWatch: Service {
    /// The largest drift between the two clocks from one check to the next, in seconds.
    private static let tolerance = 5.0

    private let logger: Logger
    private let count = Mutex(0)

    init(logger: Logger) { self.logger = logger }

    /// The number of times that the clock was set by more than the tolerance.
    var steps: Int { count.withLock { $0 } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var wall = Date()
            var steady = ContinuousClock.now
            while (try? await Task.sleep(for: .seconds(1), clock: .continuous)) != nil {
                let (nextWall, nextSteady) = (Date(), ContinuousClock.now)
                let step = nextWall.timeIntervalSince(wall) - (nextSteady - steady) / .seconds(1)
                (wall, steady) = (nextWall, nextSteady)
                guard abs(step) > Self.tolerance else { continue }
                self.count.withLock { $0 += 1 }
                self.logger.warning("The clock was changed", metadata: ["seconds": "\(Int(step.rounded()))"])
            }
        }
    }
}
