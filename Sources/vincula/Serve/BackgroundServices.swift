import Logging
import ServiceLifecycle
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaServer

/// Tends the signing keys: takes over what other processes changed, and rotates in time.
struct KeyKeeper: Service {
    let engine: AuthEngine
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await attempt("Session-cookie keys cannot be made") { try await engine.prepareSigningKeys() }
            await attempt("Signing keys cannot be tended") { try await engine.tendSigningKeys() }
            var rounds = 0
            while (try? await Task.sleep(for: .seconds(5))) != nil {
                rounds += 1
                await attempt("Signing keys cannot be read") { try await engine.reloadSigningKeys() }
                if rounds.isMultiple(of: 120) {
                    await attempt("Signing keys cannot be tended") { try await engine.tendSigningKeys() }
                }
            }
        }
    }

    private func attempt(_ failure: Logger.Message, _ body: () async throws -> Void) async {
        do { try await body() } catch { logger.error(failure, metadata: ["error": "\(error)"]) }
    }
}

/// Writes when sessions were last used; what is left when the server stops, ``Installation/close()`` writes.
struct UseKeeper: Service {
    let engine: AuthEngine
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(10))) != nil {
                do {
                    try await engine.writeLastUses()
                } catch {
                    logger.error("When sessions were last used cannot be written", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}

/// Sends mails.
struct MailService: Service {
    let worker: MailWorker

    func run() async throws { await cancelWhenGracefulShutdown { await worker.run() } }
}

/// Says "not ready" as soon as the server is told to stop, so that nobody sends it more, and lets it work on until that is
/// known.
struct Drain: Service {
    let readiness: Readiness
    let connections: OpenConnections
    let providers: ProviderStop
    /// How long the server still takes requests, in seconds.
    let seconds: Int

    func run() async throws {
        try? await gracefulShutdown()
        readiness.set(false)
        connections.drain()
        // The services before this one are told when this one ends.
        try? await Task.sleep(for: .seconds(seconds))
        // Who waits for a provider is answered while the server still answers.
        providers.begin(patience: .milliseconds(500))
    }
}

/// Takes over a certificate that was renewed, without a restart.
struct CertificateKeeper: Service {
    let certificate: ServerCertificate
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(2))) != nil {
                do {
                    if try certificate.reload() { logger.notice("New connections get the new certificate") }
                } catch {
                    logger.error(
                        "The new certificate cannot be used; the one before stays", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
