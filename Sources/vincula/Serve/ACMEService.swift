import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import VinculaACME
import VinculaEngine
import VinculaServer

/// Gets the server's certificate by ACME, and renews it.
final class ACMEService: Service {
    /// The certificate that the listener uses.
    let certificate: ManagedCertificate
    /// The open connections of the port for plain HTTP.
    let plainConnections = OpenConnections()
    private let acme: ACMEConfiguration
    private let keeper: ACMEKeeper
    private let sink: Sink
    private let installed: IssuedCertificate?

    /// Reads the certificate that is stored, so that the server can use it at once.
    ///
    /// - Returns: `nil` if the server gets no certificate for itself.
    init?(_ configuration: ServerConfiguration, _ installation: Installation, logger: Logger) async throws {
        guard let acme = configuration.acme else { return nil }
        self.acme = acme
        let sink = Sink(hasPlainPort: acme.plainPort != nil)
        self.sink = sink
        let keeper = ACMEKeeper(acme.options, installation.engine, sink: sink, logger: logger)
        self.keeper = keeper
        certificate =
            installation.store.isShared
            ? ManagedCertificate(lookUp: { if let challenges = try? await keeper.challenges() { sink.present(challenges) } })
            : ManagedCertificate()
        sink.connect(certificate)
        installed = try await keeper.prepare()
    }

    /// The number of failed attempts since the server started.
    var failures: Int { sink.failures }

    /// Notes that the server listens.
    func listens() { sink.note(isListening: true) }

    /// The port for plain HTTP, if there is one.
    func plainPort(_ options: ServerOptions, logger: Logger) -> (any Service)? {
        guard let address = acme.plainPort else { return nil }
        let sink = sink
        let application = ChallengePort(options, certificate, connections: plainConnections).application(
            host: address.host, port: address.port, logger: logger
        ) { sink.note(isPlainPortOpen: true) }
        return PlainListener(
            listener: Listener(
                application: application, setting: Settings.name(\.tls.acmeHttpListen), host: address.host, port: address.port),
            sink: sink, logger: logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await self.keeper.run(installed: self.installed) }
    }
}

/// The port for plain HTTP. The server works without it, by TLS-ALPN-01.
private struct PlainListener: Service {
    let listener: Listener
    let sink: Sink
    let logger: Logger

    func run() async throws {
        do {
            try await listener.run()
        } catch let error as ConfigurationError {
            logger.warning(
                "Without the port for plain HTTP, challenges are answered by TLS-ALPN-01 only, and browsers are not sent to https",
                metadata: ["error": "\(error)"])
            sink.note(isPlainPortOpen: false)
            try? await gracefulShutdown()
        }
    }
}

/// Hands what the keeper finds to the listeners, and what they found to the keeper.
private final class Sink: CertificateSink {
    private struct State {
        var certificate: ManagedCertificate?
        var challenges: [PresentedChallenge] = []
        var failures = 0
        var isListening = false
        /// `nil` until it is known.
        var isPlainPortOpen: Bool?
    }

    private let state: Mutex<State>

    init(hasPlainPort: Bool) { state = Mutex(State(isPlainPortOpen: hasPlainPort ? nil : false)) }

    var failures: Int { state.withLock { $0.failures } }

    func connect(_ certificate: ManagedCertificate) { state.withLock { $0.certificate = certificate } }

    func note(isListening: Bool) { state.withLock { $0.isListening = isListening } }

    func note(isPlainPortOpen: Bool) { state.withLock { $0.isPlainPortOpen = isPlainPortOpen } }

    func noteFailure() { state.withLock { $0.failures += 1 } }

    func install(_ issued: IssuedCertificate) throws {
        try state.withLock(\.certificate)?.install(chain: issued.chain, key: issued.key)
    }

    func present(_ challenges: [PresentedChallenge]) {
        state.withLock { state in
            guard challenges != state.challenges, let certificate = state.certificate else { return }
            do {
                try certificate.present(challenges.map(Self.answer))
                state.challenges = challenges
            } catch {
                // The next look tries again; until then, the certificate authority gets no answer.
                state.challenges = []
            }
        }
    }

    func awaitPorts() async throws -> Bool {
        while true {
            let (isListening, isOpen) = state.withLock { ($0.isListening, $0.isPlainPortOpen) }
            if isListening, let isOpen { return isOpen }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func answer(_ challenge: PresentedChallenge) throws -> ManagedCertificate.ChallengeAnswer {
        switch challenge.kind {
        case .http01: return .http(token: challenge.token, text: challenge.authorization)
        case .tlsALPN01:
            let made = try ChallengeCertificate(name: challenge.name, authorization: challenge.authorization)
            return .tls(name: challenge.name, certificate: made.certificate, key: made.key)
        }
    }
}
