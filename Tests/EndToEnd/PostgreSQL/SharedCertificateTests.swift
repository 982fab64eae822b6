import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing

/// Two servers on one database, which share an account at an ACME server and a certificate.
@Suite("TLS by ACME, several servers")
struct SharedCertificateTests {
    @Test("One server orders, the other one answers the challenge, and both use the certificate")
    func shared() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            // Nobody answers HTTP-01.
            try await pebble.start(settings: ["httpPort": 9])
            try await PostgreSQLDatabases.withText { database in
                var environment = PostgreSQLProcess.environment(database)
                environment["VINCULA_DATA"] = folder.appending(path: "data").path
                _ = try await PostgreSQLProcess.apiKey(environment)
                let url = ["--public-url", "https://\(PebbleProcess.name)"]
                let first = try await PostgreSQLProcess.serve(environment, pebble.flags + url)
                _ = try await first.child.line(matching: "(Open port 80 to the internet)")
                // The ACME server still looks for TLS-ALPN-01 at the first one.
                let second = try await PostgreSQLProcess.serve(
                    environment, pebble.flags + url + ["--listen", "127.0.0.1:0", "--tls-acme-http-listen", "none"])
                for server in [second, first] {
                    _ = try await server.child.line(matching: "(New connections now use the new certificate)")
                }
                #expect(second.child.output.contains("Answering a challenge"), "\(second.child.output)")
                let port = try #require(URL(string: second.url)?.port)
                let (one, other) = (try await pebble.ask(), try await pebble.ask(port: port))
                #expect(one == other && one.status == "200", "\(one) \(other)")
                try await first.end()
                try await second.end()
            }
        }
    }
}
