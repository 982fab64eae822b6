import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Tells when somebody sets the wall clock: tokens are dated by it, and verifiers elsewhere have their own.
final class ClockWatch: Service {
    /// What two clocks may drift apart between two looks, in seconds.
    private static let tolerance = 5.0

    private let logger: Logger
    private let count = Mutex(0)

    init(logger: Logger) { self.logger = logger }

    /// How often the clock was set by more than the tolerance.
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
                self.logger.warning("The clock was set", metadata: ["seconds": "\(Int(step.rounded()))"])
            }
        }
    }
}
