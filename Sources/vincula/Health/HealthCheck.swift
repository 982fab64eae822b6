import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import VinculaCore

/// `vincula healthcheck`
struct HealthCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck", abstract: "Asks the running server whether it is ready.",
        discussion: """
            For containers and monitors. It asks /readyz at the admin port or, if there is none, at the port that the server \
            listens on, so it needs the server's settings. The exit code is 0 if the server accepts requests and can read and \
            write its data, otherwise 1.
            """)

    @Option(help: "How long to wait for the answer, in seconds.") var seconds = 5
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func validate() throws {
        guard (1...300).contains(seconds) else { throw ValidationError("--seconds must be from 1 to 300.") }
    }

    func run() async throws {
        let address = try HealthAddress(try await data.configuration(server.values))
        let client = Self.client(seconds: seconds)
        let answer: (status: HTTPResponseStatus, text: String)
        do {
            let response = try await client.execute(HTTPClientRequest(url: address.url), timeout: .seconds(Int64(seconds)))
            let body = try await response.body.collect(upTo: 4096)
            answer = (response.status, String(buffer: body))
        } catch {
            try? await client.shutdown()
            throw ConfigurationError(description: "\(address.url) does not answer. Is the server running, with these settings?")
        }
        try? await client.shutdown()
        let status = JSONValue.parse(Data(answer.text.utf8))?["status"]?.string ?? "no Vincula server"
        guard answer.status == .ok else { throw ConfigurationError(description: "\(address.url) is not ready: \(status).") }
        print(status)
    }

    /// Makes a client that speaks to this machine only, and so need not check whose certificate it sees.
    private static func client(seconds: Int) -> HTTPClient {
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        settings.httpVersion = .http1Only
        settings.timeout.connect = .seconds(Int64(seconds))
        settings.timeout.read = .seconds(Int64(seconds))
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .none
        settings.tlsConfiguration = tls
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }
}

/// The address of `/readyz` on the server's own machine.
struct HealthAddress: Equatable {
    let url: String

    /// - Throws: ``ConfigurationError`` if the settings leave the port to the system.
    init(_ configuration: ServerConfiguration) throws {
        let admin = configuration[\.adminListen]
        let isTLS = admin == nil && configuration.scheme == "https"
        try self.init(admin ?? configuration.listen, isTLS: isTLS)
    }

    init(_ address: ListenAddress, isTLS: Bool) throws {
        guard address.port != 0 else {
            throw ConfigurationError(
                description:
                    "The server's port is 0, which lets the system choose one. Give its port: --listen \(address.host):PORT.")
        }
        // A server that listens on every address is at the loopback one, too.
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][address.host] ?? address.host
        url = "\(isTLS ? "https" : "http")://\(ListenAddress(host: host, port: address.port))/readyz"
    }
}
