import Foundation
import VinculaACME
import VinculaCore
import VinculaEngine
import VinculaProviders

/// The doctor's findings about the certificate that the server gets for itself.
enum ACMEFindings {
    private static let resolverLimit: Duration = .seconds(5)

    /// - Parameter opensData: `true` if the data may be opened.
    static func all(_ configuration: ServerConfiguration, opensData: Bool) async -> [Finding] {
        guard let acme = configuration.acme else { return [] }
        var findings = opensData ? await certificate(acme.options, configuration) : []
        for name in acme.options.names { findings.append(await address(of: name)) }
        guard await !configuration.home.isServed() else { return findings }
        findings += port(configuration.listen, Settings.name(\.listen), isNeeded: true)
        if let plain = acme.plainPort { findings += port(plain, Settings.name(\.tls.acmeHttpListen), isNeeded: false) }
        return findings
    }

    /// What can be said while a server has the ports.
    static func whileServed(_ configuration: ServerConfiguration, _ engine: AuthEngine) async -> [Finding] {
        guard let acme = configuration.acme else { return [] }
        let state = try? await CertificateState(acme.options, engine)
        var findings = state.map { [finding($0, acme.options, now: engine.clock.now)] } ?? []
        for name in acme.options.names { findings.append(await address(of: name)) }
        return findings
    }

    private static func certificate(_ options: ACMEOptions, _ configuration: ServerConfiguration) async -> [Finding] {
        let found = try? await Installation.use(configuration) { try await CertificateState(options, $0) }
        return found.map { [finding($0, options, now: SystemClock().now)] } ?? []
    }

    static func finding(_ state: CertificateState, _ options: ACMEOptions, now: Timestamp) -> Finding {
        guard let expiresAt = state.expiresAt, let renewal = state.renewal else {
            if let failure = state.failure { return .bad("There is no certificate yet. \(failure)") }
            return .note("There is no certificate by \(options.authority) yet; the server gets one when it starts.")
        }
        let text = "The certificate by \(options.authority) expire\(now < expiresAt ? "s" : "d") at \(Self.text(expiresAt))"
        if let failure = state.failure { return .bad("\(text), and its renewal failed. \(failure)") }
        guard now < expiresAt else { return .bad("\(text); the server renews it when it runs.") }
        return .good("\(text); the server renews it at \(Self.text(renewal)).")
    }

    private static func address(of name: CertificateName) async -> Finding {
        let addresses = await IPAddress.lookUp(name.description, within: resolverLimit)
        guard !addresses.isEmpty else {
            return .bad("The DNS has no address for \(name): add an A or AAAA record that leads to this server.")
        }
        return .good("\(name) leads to \(addresses.prefix(4).map(\.text).joined(separator: ", ")).")
    }

    /// Tries whether a port can be opened.
    private static func port(_ address: ListenAddress, _ setting: String, isNeeded: Bool) -> [Finding] {
        guard let code = PortTrial.failure(address) else { return [.good("Port \(address.port) (\(setting)) can be opened.")] }
        let words = Listener.words(code, setting, address)
        // A service has rights that whoever runs this command need not have.
        if code == EACCES || code == EPERM { return [.note(words)] }
        return [isNeeded ? .bad(words) : .note("\(words) Until then, challenges are answered by TLS-ALPN-01.")]
    }

    private static func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.seconds)).formatted(.iso8601)
    }
}

/// A trial of opening a port.
private enum PortTrial {
    /// - Returns: `errno`, or `nil` if the port can be opened, or its host is a name.
    static func failure(_ address: ListenAddress) -> Int32? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0, let info = found?.pointee else { return nil }
        defer { freeaddrinfo(found) }
        let descriptor = socket(info.ai_family, info.ai_socktype, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 1) == 0 else { return errno }
        return nil
    }
}
