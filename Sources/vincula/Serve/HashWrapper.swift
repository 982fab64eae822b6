import Logging
import ServiceLifecycle
import VinculaCrypto
import VinculaEngine

/// Wraps imported password hashes that are too fast to be stolen with the database.
struct HashWrapper: Service {
    let upkeep: Upkeep
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let failures = FailureLog(logger)
            // An import may come at any time; asking whether there is something to do costs a few lookups.
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                await failures.attempt("Imported password hashes cannot be wrapped") {
                    do {
                        try await wrapAll()
                    } catch is HashPool.Overloaded {
                        return  // People come first.
                    }
                }
            }
        }
    }

    /// Rests after each step as long as it took, so that half of a thread is left to people.
    private func wrapAll() async throws {
        var start = ContinuousClock.now
        var wrapped = 0
        while true {
            let count = try await upkeep.wrapImportedHashes()
            guard count > 0 else { break }
            wrapped += count
            try await Task.sleep(for: min(.now - start, .seconds(5)))
            start = .now
        }
        if wrapped > 0 { logger.info("Imported password hashes are wrapped", metadata: ["count": "\(wrapped)"]) }
    }
}
