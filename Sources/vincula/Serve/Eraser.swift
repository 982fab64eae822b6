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

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var lastReport: [ProjectScope: ContinuousClock.Instant] = [:]
            var erasures = Erasures()
            let failures = FailureLog(logger)
            while (try? await Task.sleep(for: Self.pause)) != nil {
                await failures.attempt("The data of a deleted project or tenant cannot be deleted") {
                    while true {
                        let start = ContinuousClock.now
                        let hasMore = try await upkeep.eraseDeleted(&erasures) { report($0, isDone: $1, &lastReport) }
                        // Another server may have finished some.
                        lastReport = lastReport.filter { erasures.scopes.contains($0.key) }
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
        var details: Logger.Metadata = ["project": "\(scope.project)", "accounts": "\(deletion.accounts)"]
        if !scope.tenant.isEmpty { details["tenant"] = "\(scope.tenant)" }
        let what = scope.tenant.isEmpty ? "project" : "tenant"
        if isDone {
            lastReport[scope] = nil
            logger.notice("The data of a deleted \(what) is gone", metadata: details)
        } else if lastReport[scope].map({ .now - $0 >= Self.silence }) ?? true {
            lastReport[scope] = .now
            logger.notice("Deleting the data of a deleted \(what)", metadata: details)
        }
    }
}
