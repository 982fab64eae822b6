import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore

/// A production server behind proxies that are set up wrongly.
@Suite("Proxies that hide their clients")
struct ProxyTests {
    /// Sends a sign-up as bytes, with the head that some proxy writes.
    ///
    /// - Returns: The answer's first line.
    private static func signUp(
        _ server: ProductionProcess, host: String? = nil, version: String = "1.1", _ headers: [String] = []
    ) async throws -> String {
        try await signUp(server.url, key: server.apiKey, host: host, version: version, headers)
    }

    private static func signUp(
        _ url: String, key: String, host: String? = nil, version: String = "1.1", _ headers: [String]
    ) async throws -> String {
        let port = try #require(URL(string: url)?.port)
        let lines =
            ["POST /v1/accounts:signUp?key=\(key) HTTP/\(version)", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
            + ["Content-Type: application/json", "Content-Length: 2", "Connection: close", "", "{}"]
        let answer = try await RawConnection.exchange(url, lines.joined(separator: "\r\n"))
        return String(answer?.prefix { $0 != "\r\n" } ?? "")
    }

    private static func warnings(_ server: ProductionProcess) -> Int {
        server.child.output.components(separatedBy: "share the rate limits of one client").count - 1
    }

    private static func waitForWarning(_ server: ProductionProcess) async throws {
        for _ in 0..<1200 where warnings(server) == 0 { try await Task.sleep(for: .milliseconds(50)) }
    }

    /// The headers of a stock nginx, of one that passes the host on, and of one that speaks HTTP/1.1.
    private static let hiding: [(host: String?, version: String, headers: [String])] = [
        (nil, "1.0", []), ("auth.example.com", "1.0", []), ("auth.example.com", "1.1", []),
        (nil, "1.1", ["X-Forwarded-Proto: https"]), (nil, "1.1", ["Via: 1.1 varnish"]),
        (nil, "1.1", ["Origin: https://shop.example"]), (nil, "1.1", ["X-Android-Package: com.example.shop"]),
    ]

    @Test("A trusted proxy without X-Forwarded-For: the log says so at the first request, once, and doctor until the next start")
    func noClientAddress() async throws {
        for (number, (host, version, headers)) in Self.hiding.enumerated() {
            try await withFolder { folder in
                let flags = ["--behind-proxy", "--proxies", "loopback"]
                let url = "https://auth.example.com"
                let server = try await ProductionProcess.serve(folder, publicURL: url, flags + ["--log-level", "warning"])
                // A program of this machine, and a proxy that does it right.
                _ = try await Self.signUp(server)
                _ = try await Self.signUp(
                    server, host: "auth.example.com", version: "1.0", ["X-Forwarded-For: 203.0.113.9"] + headers)
                _ = try await Self.signUp(server, host: "auth.example.com", ["X-Forwarded-For: 127.0.0.1"])
                #expect(Self.warnings(server) == 0, "\(server.child.output)")
                for _ in 0..<2 { _ = try await Self.signUp(server, host: host, version: version, headers) }
                try await Self.waitForWarning(server)
                _ = try await Self.signUp(server, host: host, version: version, headers)
                #expect(Self.warnings(server) == 1, "\(headers) \(server.child.output)")
                #expect(server.child.output.contains("The proxy at 127.0.0.1 does not send its clients' addresses"))
                let doctor = try await ProductionProcess.vincula(["doctor", "--public-url", url] + flags, folder)
                #expect(doctor.status != 0 && doctor.output.contains("BAD   The proxy at 127.0.0.1"), "\(doctor.output)")
                let note = folder.appending(path: "proxy.note").path
                #expect(try FileManager.default.attributesOfItem(atPath: note)[.posixPermissions] as? Int == 0o600)
                guard number == 0 else { return }
                server.child.signal(SIGTERM)
                try await server.child.end()
                let again = try await ProductionProcess.serve(folder, publicURL: url, flags)
                let mended = try await ProductionProcess.vincula(["doctor", "--public-url", url] + flags, folder)
                #expect(mended.status == 0, "\(mended.output)")
                withExtendedLifetime(again) {}
            }
        }
    }

    @Test("On PostgreSQL, where a server needs no data folder, the note for doctor is written, too")
    func noFolder() async throws {
        try await withFolder { folder in
            try await PostgreSQLDatabases.withText { text in
                var environment = PostgreSQLProcess.environment(text)
                let data = folder.appending(path: "data").path
                environment["VINCULA_DATA"] = data
                let key = try await PostgreSQLProcess.apiKey(environment)
                let flags = ["--behind-proxy", "--proxies", "loopback", "--public-url", "https://auth.example.com"]
                let server = try await PostgreSQLProcess.serve(environment, flags + ["--log-level", "warning"])
                #expect(!FileManager.default.fileExists(atPath: data))
                _ = try await Self.signUp(server.url, key: key, ["X-Forwarded-Proto: https"])
                _ = try await server.child.line(matching: "(share the rate limits of one client)")
                for _ in 0..<100 where !FileManager.default.fileExists(atPath: data + "/proxy.note") {
                    try await Task.sleep(for: .milliseconds(50))
                }
                let doctor = try await PostgreSQLProcess.vincula(["doctor"] + flags, environment)
                #expect(doctor.output.contains("BAD   The proxy at 127.0.0.1"), "\(doctor.output)")
                #expect(!server.child.output.contains("cannot be written"), "\(server.child.output)")
                #expect(try FileManager.default.attributesOfItem(atPath: data)[.posixPermissions] as? Int == 0o700)
                try await server.end()
            }
        }
    }

    @Test("A proxy that `proxies` does not list is reported; local programs are not, and --dev reports nothing")
    func notNamed() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder, ["--log-level", "warning"])
            _ = try await Self.signUp(server)
            _ = try await Self.signUp(server, host: "localhost", ["Origin: http://localhost:5173", "User-Agent: curl/8"])
            #expect(Self.warnings(server) == 0)
            _ = try await Self.signUp(server, ["X-Forwarded-For: 203.0.113.9"])
            try await Self.waitForWarning(server)
            #expect(server.child.output.contains("Add it (--proxies loopback)"), "\(server.child.output)")
            let doctor = try await ProductionProcess.vincula(["doctor", "--public-url", "http://127.0.0.1"], folder)
            #expect(doctor.status != 0 && doctor.output.contains("through a proxy at 127.0.0.1 that `proxies` does not list"))
        }
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path], preparing: ":")
            for headers in [["X-Forwarded-For": "203.0.113.9"], ["Via": "1.1 vite"]] {
                let answer = try await HTTP.post("\(server.url)/v1/accounts:signUp?key=k", .object([:]), headers: headers)
                #expect(answer.status == 200)
            }
            #expect(!server.child.output.contains("share the rate limits of one client"), "\(server.child.output)")
        }
    }
}
