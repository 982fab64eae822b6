import Foundation
import Logging
import ServiceLifecycle
import VinculaEngine
import VinculaSQLite
import VinculaServer

/// Notices that the data is damaged or cannot be written, before users do.
struct DataWatch: Service {
    let store: any Store
    /// The database file; `nil` if the data is in memory or in PostgreSQL.
    let database: URL?
    let interval: Interval
    let logger: Logger

    /// The time between two looks, in seconds.
    struct Interval: Sendable {
        /// While the data can be written.
        let sound: Int
        /// While it cannot: the time after which a recovery is noticed.
        let faulty: Int

        static let file = Interval(sound: 60, faulty: 5)
        /// A server goes and comes back more often than a disk, and trying costs it next to nothing.
        static let server = Interval(sound: 1, faulty: 1)
    }

    private static let secondsOfADay = 86_400

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(interval.faulty))) != nil {
                // Without a write, neither a failure nor a recovery would be noticed.
                if store.health.fault != nil || seconds.isMultiple(of: interval.sound) { await tryToWrite() }
                if seconds % Self.secondsOfADay == 0 { await look() }
                seconds += interval.faulty
            }
        }
    }

    private func tryToWrite() async {
        let before = store.health.fault
        do {
            try await store.tryToWrite()
            if before != nil, store.health.fault == nil { logger.notice("The store can be written again") }
        } catch let failure as StoreUnavailable {
            if before == nil { report(failure) }
        } catch {
            logger.error("Checking the store failed", metadata: ["error": "\(error)"])
        }
    }

    /// Reads the whole file once a day, at the lowest priority.
    private func look() async {
        guard let database, store.health.fault == nil else { return }
        do {
            guard let fault = try await DatabaseInspection.faults(of: database, .quick).first else { return }
            let failure = StoreUnavailable(reason: .damaged, detail: fault, file: database.path)
            store.health.note(failure)
            report(failure)
        } catch is CancellationError {
            return
        } catch let failure as StoreUnavailable {
            store.health.note(failure)
            report(failure)
        } catch {
            logger.error("The data cannot be checked", metadata: ["error": "\(error)"])
        }
    }

    private func report(_ failure: StoreUnavailable) {
        logger.error("The store cannot be used", metadata: failure.metadata)
    }
}
