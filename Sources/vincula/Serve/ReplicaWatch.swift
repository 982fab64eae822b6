import Logging
import ServiceLifecycle
import VinculaEngine

/// Looks whether the read replica can be used, and tells the operator when that changes.
struct ReplicaWatch: Service {
    let store: any Store
    let logger: Logger

    /// The number of looks that must agree before a replica is said to be out of use.
    private static let leastLooks = 3
    /// The time for which it must have been used before it is said to be in use: one that comes and goes is reported once.
    private static let leastUse = Duration.seconds(10)

    func run() async throws {
        guard let replica = store.replica else {
            // A service that ends stops the server.
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            var isReported = false
            var looks = 0
            var usedSince: ContinuousClock.Instant?
            while !Task.isCancelled {
                await store.checkReplica()
                if let fault = replica.fault {
                    usedSince = nil
                    looks += 1
                    if looks >= Self.leastLooks, !isReported {
                        isReported = true
                        logger.warning(
                            "The read replica is not used; the primary answers everything",
                            metadata: ["reason": "\(fault)", "next": "vincula doctor"])
                    }
                } else {
                    looks = 0
                    let since = usedSince ?? .now
                    usedSince = since
                    if isReported, .now - since >= Self.leastUse {
                        isReported = false
                        logger.notice("The read replica is used again")
                    }
                }
                try? await Task.sleep(for: replica.pause)
            }
        }
    }
}
