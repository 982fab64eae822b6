import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Pebble, Let's Encrypt's ACME server for tests, with a DNS in which every name leads to 127.0.0.1.
struct PebbleProcess: Sendable {
    /// The name that certificates are for.
    static let name = "auth.vincula.test"

    /// The port for ACME.
    let port: Int
    private let managementPort: Int
    private let dnsPorts: [Int]
    /// The ports on which it looks for the answers to challenges.
    let httpPort: Int
    let tlsPort: Int
    private let folder: URL
    /// The port of what adds renewal information.
    private let frontPort: Int
    private let running = Guarded<[ChildProcess]>([])

    /// Makes its own certificate and chooses its ports.
    init(_ folder: URL) async throws {
        let ports = try Self.freePorts(7)
        (port, managementPort, httpPort, tlsPort, frontPort) = (ports[0], ports[1], ports[2], ports[3], ports[4])
        dnsPorts = Array(ports[5...])
        self.folder = folder.appending(path: "pebble")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        let made = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=pebble", "-addext", "subjectAltName=IP:127.0.0.1", "-out", caFile.path, "-keyout", keyFile.path,
            ])
        try #require(made.status == 0, "\(made.output)")
    }

    private var caFile: URL { folder.appending(path: "ca.pem") }
    private var keyFile: URL { folder.appending(path: "key.pem") }
    private var rootFile: URL { folder.appending(path: "root.pem") }

    /// The flags of a server that gets its certificate here.
    var flags: [String] {
        [
            "--listen", "127.0.0.1:\(tlsPort)", "--tls-acme", "ops@example.com", "--tls-acme-directory",
            "https://127.0.0.1:\(port)/dir", "--tls-acme-ca-file", caFile.path, "--tls-acme-http-listen", "127.0.0.1:\(httpPort)",
            "--log-level", "info",
        ]
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - rejecting: The share of nonces that it rejects, in percent.
    ///   - settings: More of its configuration file, in JSON.
    ///   - sleep: The maximum time before it looks for the answer to a challenge, in seconds.
    func start(rejecting: Int = 5, settings: [String: Any] = [:], sleep: Int = 0) async throws {
        var configuration: [String: Any] = [
            "listenAddress": "127.0.0.1:\(port)", "managementListenAddress": "127.0.0.1:\(managementPort)",
            "certificate": caFile.path, "privateKey": keyFile.path, "httpPort": httpPort, "tlsPort": tlsPort,
        ]
        configuration.merge(settings) { $1 }
        let file = folder.appending(path: "pebble.json")
        try JSONSerialization.data(withJSONObject: ["pebble": configuration]).write(to: file)
        let dns = try ChildProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "pebble-challtestsrv", "-dns01", "127.0.0.1:\(dnsPorts[0])", "-management", "127.0.0.1:\(dnsPorts[1])",
                "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-http01", "", "-https01", "", "-tlsalpn01", "",
            ])
        var environment = ["PEBBLE_WFE_NONCEREJECT": "\(rejecting)", "PEBBLE_AUTHZREUSE": "0"]
        if sleep == 0 { environment["PEBBLE_VA_NOSLEEP"] = "1" } else { environment["PEBBLE_VA_SLEEPTIME"] = "\(sleep)" }
        let pebble = try ChildProcess(
            URL(filePath: "/usr/bin/env"),
            ["pebble", "-config", file.path, "-dnsserver", "127.0.0.1:\(dnsPorts[0])"], environment: environment)
        running.withLock { $0 = [dns, pebble] }
        _ = try await pebble.line(matching: "(ACME directory available)")
        _ = try await dns.line(matching: "(Starting challenge servers|Starting management server)")
        let root = try await curl(["--cacert", caFile.path, "https://127.0.0.1:\(managementPort)/roots/0"])
        try #require(root.output.contains("BEGIN CERTIFICATE"), "\(root.output)")
        try Data(root.output.utf8).write(to: rootFile)
    }

    /// Puts something in front of it that says when certificates are to be renewed, and takes the first replacement of one for
    /// another.
    ///
    /// - Parameter window: The window for the renewal, in seconds from now.
    /// - Returns: What is in front, and the flags of a server that gets its certificate there.
    func withRenewalInfo(_ window: ClosedRange<Int>) async throws -> (front: ChildProcess, flags: [String]) {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/acme_renewal_info.py").standardized
        let front = try ChildProcess(
            OpenIDProviderProcess.python,
            [
                "-u", script.path, "\(frontPort)", "\(port)", caFile.path, keyFile.path, "\(window.lowerBound)",
                "\(window.upperBound)",
            ])
        running.withLock { $0.append(front) }
        _ = try await front.line(matching: "(ready)")
        return (front, flags.map { $0.replacing("https://127.0.0.1:\(port)/dir", with: "https://127.0.0.1:\(frontPort)/dir") })
    }

    func stop() {
        running.withLock { children in
            for child in children { child.signal(SIGKILL) }
            children = []
        }
    }

    /// Asks a server as a client that trusts this certificate authority.
    ///
    /// - Parameter other: The server's port, if it is not ``tlsPort``.
    /// - Returns: The status, and the certificate's serial number.
    /// - Throws: `ChildProcess.Failure` if there is no connection, or its certificate is not valid.
    func ask(port other: Int? = nil) async throws -> (status: String, serial: String) {
        let port = other ?? tlsPort
        let outcome = try await curl([
            "--cacert", rootFile.path, "--resolve", "\(Self.name):\(port):127.0.0.1", "-o", "/dev/null", "-w",
            "%{http_code}\n%{certs}", "https://\(Self.name):\(port)/readyz",
        ])
        guard outcome.status == 0, let serial = outcome.output.firstMatch(of: /Serial Number:([0-9a-f:]+)/) else {
            throw ChildProcess.Failure(description: "curl: \(outcome.status) \(outcome.output)")
        }
        return (String(outcome.output.prefix(3)), String(serial.1))
    }

    func curl(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(URL(filePath: "/usr/bin/env"), ["curl", "-sS", "--max-time", "60"] + arguments)
    }

    /// Ports that nothing listens on. They are none of those that the system gives to others.
    private static func freePorts(_ count: Int) throws -> [Int] {
        var ports: [Int] = []
        for _ in 0..<1000 where ports.count < count {
            let port = Int.random(in: 15_000..<30_000)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let isFree = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isFree, !ports.contains(port) { ports.append(port) }
        }
        try #require(ports.count == count)
        return ports
    }
}
