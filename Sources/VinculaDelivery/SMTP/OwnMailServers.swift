import VinculaCore
package import VinculaEngine

/// The means of reaching projects' own mail servers.
///
/// A project's administrators name the server, so it is treated as hostile: only its checked addresses are connected to, always
/// with TLS.
package struct OwnMailServers: Sendable {
    /// The timeout for connecting, in seconds: shorter than for the operator's server, as a dead one holds its worker up.
    private static let connectTimeout = 10

    /// The path of the PEM file with the trusted certificate authorities, instead of the system's.
    private let caFile: String?
    /// The timeout for one mail as a whole, in seconds.
    private let timeout: Int
    private let lookUp: @Sendable (_ host: String) async -> [String]?

    /// - Parameters:
    ///   - caFile: The path of the PEM file with the trusted certificate authorities; `nil` for the system's.
    ///   - timeout: The timeout for one mail as a whole, in seconds.
    ///   - lookUp: Returns a host's addresses, if this server may connect to all of them.
    package init(caFile: String?, timeout: Int, lookUp: @escaping @Sendable (_ host: String) async -> [String]?) {
        self.caFile = caFile
        self.timeout = timeout
        self.lookUp = lookUp
    }

    /// The options for a server.
    ///
    /// - Throws: A temporary failure if the server is not found, or at an address that this server does not connect to.
    package func options(for server: OwnMailServer) async throws(SMTPFailure) -> SMTPOptions {
        let settings = server.settings
        guard let addresses = await lookUp(settings.host), !addresses.isEmpty else {
            throw SMTPFailure(
                kind: .temporary, code: nil,
                text: "The project's mail server was not found, or is at an address that this server does not connect to")
        }
        var options = SMTPOptions(
            host: settings.host, port: settings.port, security: settings.security == .ssl ? .tls : .startTLS,
            username: server.password == nil ? nil : settings.username, password: server.password, caFile: caFile,
            connectTimeout: min(Self.connectTimeout, timeout), timeout: timeout)
        options.addresses = addresses
        return options
    }
}

/// The connection of one worker to projects' own servers: it stays open while the mails are of one project.
final class OwnMailSender {
    private let servers: OwnMailServers
    private var current: (server: OwnMailServer, addresses: [String], sender: SMTPSender)?

    init(_ servers: OwnMailServers) { self.servers = servers }

    func deliver(_ message: MailMessage, through server: OwnMailServer) async throws(SMTPFailure) {
        let options = try await servers.options(for: server)
        if let current, current.server == server, current.addresses == options.addresses {
            return try await current.sender.deliver(message)
        }
        close()
        let sender = SMTPSender(options: options)
        current = (server, options.addresses, sender)
        try await sender.deliver(message)
    }

    func close() {
        current?.sender.close()
        current = nil
    }
}
