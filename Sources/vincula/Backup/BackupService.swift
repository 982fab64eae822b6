import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import VinculaCore
import VinculaEngine
import VinculaSQLite
import VinculaServer

/// Makes scheduled backups, and deletes surplus ones.
struct BackupService: Service {
    let configuration: BackupConfiguration
    let database: URL
    let isDevelopment: Bool
    let clock: any VinculaEngine.Clock
    let counts: BackupCounts
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var lastFailure: Timestamp?
            repeat {
                let now = clock.now
                guard configuration.rotation.isDue(names: configuration.names, lastFailure: lastFailure, now: now) else {
                    continue
                }
                do {
                    try await backUp(now)
                    lastFailure = nil
                } catch is CancellationError {
                    return
                } catch {
                    lastFailure = now
                    counts.failed()
                    logger.error("No backup was made", metadata: ["folder": "\(configuration.folder.path)", "error": "\(error)"])
                }
            } while (try? await Task.sleep(for: .seconds(5))) != nil
        }
    }

    private func backUp(_ now: Timestamp) async throws {
        let folder = configuration.folder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConfigurationError(description: "\(folder.path) cannot be created: \(SystemReason.text(error)).")
        }
        let start = ContinuousClock.now
        let name = BackupRotation.name(at: now)
        let facts = try await DatabaseBackup.write(
            database, to: folder.appending(path: name), isDevelopment: isDevelopment, progress: { report($0, since: start) })
        counts.written(at: now, bytes: facts.bytes)
        logger.notice(
            "Backup written and checked",
            metadata: [
                "file": "\(folder.appending(path: name).path)", "bytes": "\(facts.bytes)",
                "seconds": "\(Int((ContinuousClock.now - start) / .seconds(1)))",
            ])
        for old in configuration.rotation.surplus(names: configuration.names, fresh: name) {
            guard unlink(folder.appending(path: old).path) != 0 else { continue }
            logger.error(
                "An old backup cannot be deleted",
                metadata: ["file": "\(folder.appending(path: old).path)", "error": "\(SystemReason.text(errno))"])
        }
        removeBrokenOff(now)
    }

    /// Logs the progress of a backup that takes more than ten seconds.
    private func report(_ progress: DatabaseBackup.Progress, since start: ContinuousClock.Instant) {
        guard ContinuousClock.now - start > .seconds(10), counts.mayReport() else { return }
        let text =
            switch progress {
            case .copying(let done, let all): "\(done.inUnits) of \(all.inUnits) copied"
            case .checking: "checking the copy"
            }
        logger.info("A backup is being made", metadata: ["progress": "\(text)"])
    }

    /// Deletes incomplete backups that a crash left; those of the last day stay, as they may still be in progress.
    private func removeBrokenOff(_ now: Timestamp) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: configuration.folder.path)) ?? []
        for name in names where name.hasPrefix(".vincula-") && name.contains(".partial") {
            let parts = name.dropFirst().split(separator: ".")
            guard let stem = parts.first, let made = BackupRotation.moment(of: "\(stem).sqlite"),
                now.seconds(since: made) > 86_400
            else { continue }
            unlink(configuration.folder.appending(path: name).path)
        }
    }
}

/// Counts the server's backups, for the metrics.
final class BackupCounts: Sendable {
    private struct State {
        var written = 0
        var failed = 0
        var last: Timestamp?
        var bytes = 0
        var reportedAt: ContinuousClock.Instant?
    }

    private let state: Mutex<State>

    /// - Parameter last: The time of the newest existing backup.
    init(last: Timestamp?) { state = Mutex(State(last: last)) }

    func written(at moment: Timestamp, bytes: Int) {
        state.withLock { state in
            state.written += 1
            state.last = moment
            state.bytes = bytes
        }
    }

    func failed() { state.withLock { $0.failed += 1 } }

    /// True if a line on the progress is due: one every ten seconds.
    func mayReport() -> Bool {
        state.withLock { state in
            if let at = state.reportedAt, ContinuousClock.now - at < .seconds(10) { return false }
            state.reportedAt = .now
            return true
        }
    }

    var gauges: [ServerMetrics.Gauge] {
        [
            (name: "vincula_backups_total", help: "Backups made by this server.", read: { self.state.withLock { $0.written } }),
            (
                name: "vincula_backups_failed_total", help: "Failed attempts to make a backup.",
                read: { self.state.withLock { $0.failed } }
            ),
            (
                name: "vincula_backup_last_seconds", help: "Time of the last backup, in seconds since 1970; 0 for never.",
                read: { self.state.withLock { Int($0.last?.seconds ?? 0) } }
            ),
            (
                name: "vincula_backup_bytes", help: "Size of this server's last backup.",
                read: { self.state.withLock { $0.bytes } }
            ),
        ]
    }
}
