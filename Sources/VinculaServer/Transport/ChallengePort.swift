import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore

/// The port for plain HTTP: answers challenges by HTTP-01, and sends browsers to https. It serves nothing else.
package struct ChallengePort: Sendable {
    private let options: ServerOptions
    private let certificate: ManagedCertificate
    private let connections: OpenConnections

    /// - Parameters:
    ///   - options: The public port's options.
    ///   - certificate: The answers.
    ///   - connections: The port's open connections.
    package init(_ options: ServerOptions, _ certificate: ManagedCertificate, connections: OpenConnections) {
        var options = options
        options.maximumConnections = options.maximumPlainConnections
        options.maximumBodySize = options.maximumAppBodySize
        options.bodies = BodyBudget(limit: 4 << 20)
        self.options = options
        self.certificate = certificate
        self.connections = connections
    }

    /// Returns the port as a service.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port.
    ///   - logger: The logger.
    ///   - onRunning: Called once connections are accepted.
    package func application(
        host: String, port: Int, logger: Logger, onRunning: @escaping @Sendable () async -> Void
    ) -> some ApplicationProtocol {
        Application(
            responder: ChallengeResponder(certificate: certificate, address: options.address),
            server: HTTPServerBuilder { [options, connections] responder in
                GuardedHTTPChannel(
                    responder: responder, limits: ConnectionLimits(options), connections: connections, proxies: nil)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 256),
            onServerRunning: { [options, connections] channel in
                await AcceptGate.add(
                    to: channel, maximum: options.maximumConnections, connections: connections, logger: logger)
                await onRunning()
            },
            logger: RequestLogHandler.logger(logger))
    }
}

/// Answers the requests of the port for plain HTTP.
struct ChallengeResponder: HTTPResponder {
    private static let folder = "/.well-known/acme-challenge/"

    let certificate: ManagedCertificate
    let address: PublicAddress

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var response = await answer(to: request)
        for field in SafetyHeaders.common + SafetyHeaders.uncached { response.headers.set(field) }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request) async -> Response {
        let path = request.uri.path
        guard request.method == .get || request.method == .head else {
            return Answer.text(
                "This port is for browsers that begin with http. Use \(address.url).\n", type: "text/plain; charset=utf-8",
                status: .forbidden)
        }
        if path.hasPrefix(Self.folder) {
            let token = String(path.dropFirst(Self.folder.count))
            guard Self.isToken(token), let text = await certificate.text(for: token) else {
                return Answer.text("There is no such challenge.\n", type: "text/plain; charset=utf-8", status: .notFound)
            }
            return Answer.text(text, type: "application/octet-stream")
        }
        // Always to the public name, whatever the request's host says.
        let target = origin + (path.hasPrefix("/") ? path : "/") + (request.uri.query.map { "?\($0)" } ?? "")
        return Answer.text(
            "This server is at \(address.url).\n", type: "text/plain; charset=utf-8",
            headers: [.location: target], status: .permanentRedirect)
    }

    /// The scheme and authority of the public URL.
    private var origin: String {
        guard let url = URL(string: address.url), let scheme = url.scheme, let host = url.host() else { return address.url }
        return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    }

    private static func isToken(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) && byte < 0x80
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}
