import Foundation
import VinculaCore
import VinculaEngine
import VinculaPostgreSQL

/// The time that a starting server gives a PostgreSQL server that is not there yet, such as one that starts at the same time.
enum DatabaseWait {
    /// Waits until the database answers; returns at once if the data is elsewhere.
    ///
    /// - Throws: ``ConfigurationError`` if that takes too long, or any error that waiting does not end.
    static func forDatabase(_ configuration: ServerConfiguration, until deadline: ContinuousClock.Instant) async throws {
        guard let address = configuration.databaseAddress else { return }
        let home = ServerHome(configuration: configuration, address: address)
        try await opening(configuration, until: deadline) {
            _ = try await home.look(.server)
            do {
                _ = try await StartUpCheck.hasAPIKeys(configuration)
            } catch let failure as StoreUnavailable {
                throw failure
            } catch {
                // The start-up check reports it, with all others.
            }
        }
    }

    /// Opens the data, again and again while the database cannot be used or somebody keeps a lock on it.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - deadline: The time until which it is tried.
    ///   - open: Opens the data.
    /// - Throws: ``ConfigurationError`` if that takes too long, or any error that waiting does not end.
    static func opening<Result: Sendable>(
        _ configuration: ServerConfiguration, until deadline: ContinuousClock.Instant, _ open: () async throws -> Result
    ) async throws -> Result {
        guard let address = configuration.databaseAddress else { return try await open() }
        let home = ServerHome(configuration: configuration, address: address)
        let limit = configuration[\.databaseWaitSeconds]
        var isTold = false
        while true {
            do {
                let result = try await open()
                if isTold { StandardError.print("The database answers.") }
                return result
            } catch let failure as StoreUnavailable where failure.isFaultOfAddress {
                throw ConfigurationError(
                    description: """
                        The server cannot start, because it cannot use \(home.place): \(failure.detail). \(failure.nextStep)
                        """)
            } catch let failure as StoreUnavailable where [.unreachable, .busy].contains(failure.reason) {
                guard .now < deadline else {
                    throw ConfigurationError(
                        description: """
                            The server cannot start, because it cannot use \(home.place): \(failure.detail). It \
                            waited for \(limit) second\(limit == 1 ? "" : "s") (databaseWaitSeconds). \(failure.nextStep)
                            """)
                }
                if !isTold {
                    isTold = true
                    StandardError.print(
                        "\(home.capitalPlace) cannot be used: \(failure.detail). Waiting for it for \(limit) seconds …")
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
