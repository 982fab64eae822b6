import Foundation
import Logging
import ServiceLifecycle
import VinculaCore
import VinculaEngine

/// Deletes the data of projects and tenants that were deleted. Of several servers, one works on each.
struct Eraser: Service {
    let upkeep: Upkeep
    let logger: Logger

    /// The time between two looks for deletions.
    private static let pause: Duration = .seconds(5)
    /// The time between two messages about one that takes long.
    private static let silence: Duration = .seconds(60)
    /// The time between two messages about one that fails again and again.
    private static let silenceOfFailures: Duration = .seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var lastReport: [ProjectScope: ContinuousClock.Instant] = [:]
            var lastFailure: [ProjectScope: ContinuousClock.Instant] = [:]
            var erasures = Erasures()
            let failures = FailureLog(logger)
            while (try? await Task.sleep(for: Self.pause)) != nil {
                await failures.attempt("The data of a deleted project or tenant cannot be deleted") {
                    while true {
                        let start = ContinuousClock.now
                        let hasMore = try await upkeep.eraseDeleted(&erasures) {
                            report($0, isDone: $1, &lastReport)
                        } failed: {
                            report($0, $1, &lastFailure)
                        }
                        // Another server may have finished some.
                        lastReport = lastReport.filter { erasures.scopes.contains($0.key) }
                        lastFailure = lastFailure.filter { erasures.scopes.contains($0.key) }
                        guard hasMore else { break }
                        try await Rest.after(start)
                    }
                }
            }
        }
    }

    private func report(
        _ deletion: ScopeDeletion, isDone: Bool, _ lastReport: inout [ProjectScope: ContinuousClock.Instant]
    ) {
        let scope = deletion.scope
        if isDone {
            lastReport[scope] = nil
            logger.notice("The data of a deleted \(scope.noun) is gone", metadata: deletion.details)
        } else if lastReport[scope].map({ .now - $0 >= Self.silence }) ?? true {
            lastReport[scope] = .now
            logger.notice("Deleting the data of a deleted \(scope.noun)", metadata: deletion.details)
        }
    }

    private func report(
        _ deletion: ScopeDeletion, _ error: any Error, _ lastFailure: inout [ProjectScope: ContinuousClock.Instant]
    ) {
        let scope = deletion.scope
        guard lastFailure[scope].map({ .now - $0 >= Self.silenceOfFailures }) ?? true else { return }
        lastFailure[scope] = .now
        logger.error(
            "The data of a deleted \(scope.noun) cannot be deleted; the server keeps trying",
            metadata: deletion.details.merging(["error": "\(error)"]) { $1 })
    }
}

extension ScopeDeletion {
    fileprivate var details: Logger.Metadata {
        var details: Logger.Metadata = ["project": "\(scope.project)", "accounts": "\(accounts)"]
        if !scope.tenant.isEmpty { details["tenant"] = "\(scope.tenant)" }
        return details
    }
}

extension ProjectScope {
    fileprivate var noun: String { tenant.isEmpty ? "project" : "tenant" }
}
