import Logging
import ServiceLifecycle
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaServer

/// Maintains the signing keys: loads changes made by other processes, and rotates on schedule.
struct KeyKeeper: Service {
    private let keys: SigningKeys
    private let failures: FailureLog

    init(keys: SigningKeys, logger: Logger) {
        self.keys = keys
        failures = FailureLog(logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await attempt("Session-cookie keys cannot be created") { try await keys.prepare() }
            await attempt("Signing keys cannot be maintained") { try await keys.tend() }
            var rounds = 0
            while (try? await Task.sleep(for: .seconds(5))) != nil {
                rounds += 1
                await attempt("Signing keys cannot be read") { try await keys.reload() }
                if rounds.isMultiple(of: 120) {
                    await attempt("Signing keys cannot be maintained") { try await keys.tend() }
                }
            }
        }
    }

    private func attempt(_ failure: String, _ body: () async throws -> Void) async { await failures.attempt(failure, body) }
}

/// Learns of what other servers and commands change, such as API keys.
struct ChangeFollower: Service {
    let engine: AuthEngine
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await engine.followChanges { error in
                // Of a store that cannot be used, the keeper of the keys tells.
                guard !(error is StoreUnavailable) else { return }
                logger.error("Signing keys cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }
}

/// Writes the times at which sessions were last used, and what was counted; ``Installation/close()`` writes the rest when the
/// server stops.
struct UseKeeper: Service {
    let upkeep: Upkeep
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let failures = FailureLog(logger)
            while (try? await Task.sleep(for: .seconds(10))) != nil {
                await failures.attempt("Sessions' times of last use cannot be written") { try await upkeep.writeLastUses() }
                await failures.attempt("The counts of use cannot be written") { try await upkeep.writeUsage() }
            }
        }
    }
}

/// Gives records their places in the audit log, where several servers write it.
struct AuditKeeper: Service {
    let auditLog: AuditLog
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let failures = FailureLog(logger)
            await auditLog.keepPlacing { placing in
                await failures.attempt("Records of the audit log cannot be given their places", placing)
            }
        }
    }
}

/// Sends mails.
struct MailService: Service {
    let worker: MailWorker

    func run() async throws { await cancelWhenGracefulShutdown { await worker.run() } }
}

/// Sends text messages.
struct TextService: Service {
    let worker: TextWorker

    func run() async throws { await cancelWhenGracefulShutdown { await worker.run() } }
}

/// Tells webhooks of changes to accounts.
struct WebhookService: Service {
    let worker: WebhookWorker

    func run() async throws { await cancelWhenGracefulShutdown { await worker.run() } }
}

/// Reports "not ready" as soon as the server is told to stop, so that load balancers send it no more requests, and keeps it
/// running until they have noticed.
struct Drain: Service {
    let readiness: Readiness
    let connections: OpenConnections
    let providers: ProviderStop
    /// The time for which the server still accepts requests, in seconds.
    let seconds: Int

    func run() async throws {
        try? await gracefulShutdown()
        readiness.set(false)
        connections.drain()
        // The services before this one are told to stop when this one ends.
        try? await Task.sleep(for: .seconds(seconds))
        // Requests that wait for a provider get their responses while the server can still send them.
        providers.begin(patience: .milliseconds(500))
    }
}

/// Loads a renewed certificate without a restart.
struct CertificateKeeper: Service {
    let certificate: ServerCertificate
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(2))) != nil {
                do {
                    if try certificate.reload() { logger.notice("New connections now use the new certificate") }
                } catch {
                    logger.error(
                        "The new certificate cannot be used; new connections still use the previous one",
                        metadata: ["error": "\(error)"])
                }
            }
        }
    }
}

/// Deletes files of imports that nobody needs any more, and those in a temporary folder when the server stops.
struct ImportKeeper: Service {
    let imports: ConsoleImports
    let engine: AuthEngine
    /// Under `--dev`, projects need not be created.
    let isDevelopment: Bool
    let logger: Logger

    /// Tells whether a tenant exists.
    @Sendable private func hasTenant(_ scope: ProjectScope) async throws -> Bool {
        do {
            _ = try await engine.projects.tenant(scope)
            return true
        } catch AuthError.tenantNotFound {
            return false
        }
    }

    func run() async throws {
        let known: (@Sendable (ProjectScope) async throws -> Bool)? = isDevelopment ? nil : hasTenant
        await cancelWhenGracefulShutdown {
            let failures = FailureLog(logger)
            repeat {
                await failures.attempt("Files of imports cannot be deleted") {
                    // Before the list: whatever is newer may belong to a project that is not in it.
                    let now = engine.clock.now
                    var projects: Set<String>?
                    if !isDevelopment { projects = Set(try await engine.projects.listProjects()) }
                    try await imports.expire(now: now, projects: projects, hasTenant: known)
                }
            } while (try? await Task.sleep(for: .seconds(3600))) != nil
        }
        await imports.close()
    }
}
