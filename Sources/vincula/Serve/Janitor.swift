import Foundation
import Logging
import ServiceLifecycle
import VinculaCore
import VinculaEngine

/// Deletes expired and unused data. Of several servers, one does each job at a time.
struct Janitor: Service {
    let upkeep: Upkeep
    private let failures: FailureLog

    /// The pause between two walks through the sessions: those that are deleted ended weeks ago.
    private static let pause: Duration = .seconds(3600)
    /// The pause between two counts of all accounts, which has one within every day.
    private static let countPause: Duration = .seconds(12 * 3600)

    init(upkeep: Upkeep, logger: Logger) {
        self.upkeep = upkeep
        failures = FailureLog(logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var walk = SessionWalk()
            var lastLook: ContinuousClock.Instant?
            var lastCount: ContinuousClock.Instant?
            await noteService()
            while (try? await Task.sleep(for: .seconds(60))) != nil {
                await noteService()
                await attempt("Expired data cannot be deleted") {
                    if try await upkeep.take(.expiredData, seconds: 50) { try await upkeep.deleteExpired() }
                }
                if lastCount.map({ .now - $0 > Self.countPause }) ?? true {
                    lastCount = .now
                    await attempt("Accounts cannot be counted") { try await countAccounts() }
                }
                await attempt("Ended sessions cannot be deleted") { try await walk.go(on: upkeep, pause: Self.pause) }
                if let last = lastLook, .now - last < Self.pause { continue }
                lastLook = .now
                await attempt("Unused anonymous accounts cannot be deleted") { try await deleteUnused() }
            }
        }
    }

    private func noteService() async {
        await attempt("The server's uptime cannot be recorded") { try await upkeep.noteService() }
    }

    /// Counts the accounts of every project, for the pictures of use.
    private func countAccounts() async throws {
        guard try await upkeep.take(.accountCounts, seconds: Self.countPause.components.seconds - 120) else { return }
        for project in try await upkeep.countedProjects() {
            let start = ContinuousClock.now
            try await upkeep.countAccounts(of: project)
            try await Rest.after(start)
        }
    }

    private func deleteUnused() async throws {
        guard try await upkeep.take(.unusedAccounts, seconds: Self.pause.components.seconds - 120) else { return }
        for scope in try await upkeep.scopesWithoutUnusedAnonymousAccounts() {
            var last: Account?
            repeat {
                let start = ContinuousClock.now
                last = try await upkeep.deleteUnusedAnonymousAccounts(of: scope, after: last)
                try await Rest.after(start)
            } while last != nil
        }
    }

    private func attempt(_ failure: String, _ body: () async throws -> Void) async { await failures.attempt(failure, body) }
}

/// A walk through all sessions, in steps; after a failure it is resumed where it was.
private struct SessionWalk {
    private var last = Data()
    private var endedAt: ContinuousClock.Instant?

    mutating func go(on upkeep: Upkeep, pause: Duration) async throws {
        if let endedAt, last.isEmpty, .now - endedAt < pause { return }
        guard try await upkeep.take(.endedSessions, seconds: pause.components.seconds - 120) else { return }
        repeat {
            let start = ContinuousClock.now
            last = try await upkeep.deleteForgettableSessions(after: last)
            try await Rest.after(start)
        } while !last.isEmpty
        endedAt = .now
    }
}
