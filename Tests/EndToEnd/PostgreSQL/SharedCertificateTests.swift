import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaPostgreSQL

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

    @Test("A server that stops in the middle of an order leaves it to the others at once, and one that dies within a minute")
    func handedOver() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            // It takes its time before it looks for the answer.
            try await pebble.start(sleep: 5000)
            let lease = try await PostgreSQLDatabases.shared.lease(isMigrated: false)
            do {
                var environment = PostgreSQLProcess.environment(lease.text)
                environment["VINCULA_DATA"] = folder.appending(path: "data").path
                _ = try await PostgreSQLProcess.apiKey(environment)
                for (signal, longest) in [(SIGTERM, 0), (SIGKILL, 60_000)] {
                    let server = try await PostgreSQLProcess.serve(
                        environment, pebble.flags + ["--public-url", "https://\(PebbleProcess.name)"])
                    _ = try await server.child.line(
                        matching: signal == SIGTERM ? "(Answering a challenge)" : "(Continuing the order of a certificate)")
                    server.child.signal(signal)
                    try await server.child.end()
                    try await SQLScript.run(
                        """
                        DO $$ BEGIN
                            IF (SELECT until FROM leases WHERE name = 'certificate')
                                > extract(epoch FROM clock_timestamp()) * 1000 + \(longest)
                            THEN RAISE EXCEPTION 'others wait'; END IF;
                        END $$
                        """, at: lease.address)
                }
            } catch {
                await lease.end()
                throw error
            }
            await lease.end()
        }
    }

    @Test("The certificate moves to PostgreSQL with the rest of the data")
    func copied() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            try await pebble.start()
            let data = folder.appending(path: "data")
            let url = "https://\(PebbleProcess.name)"
            let first = try await ProductionProcess.serve(
                data, publicURL: url, Array(VinculaProcess.cheap.suffix(2)) + pebble.flags)
            _ = try await first.child.line(matching: "(New connections now use the new certificate)")
            let serial = try await pebble.ask().serial
            first.child.signal(SIGTERM)
            try await first.child.end()
            pebble.stop()
            try await PostgreSQLDatabases.withText { database in
                let environment = [
                    "VINCULA_DATABASE": database, "VINCULA_PROJECT": ProductionProcess.project, "VINCULA_DATA": data.path,
                ]
                let copied = try await VinculaProcess.run(
                    ["database", "copy", "--from", "sqlite", "--to", "postgresql"], environment: environment)
                #expect(copied.status == 0 && copied.output.contains("Both databases are equal"), "\(copied.output)")
                let second = try await PostgreSQLProcess.serve(environment, pebble.flags + ["--public-url", url])
                #expect(try await pebble.ask().serial == serial)
                try await second.end()
                #expect(!second.child.output.contains("Ordering a certificate"), "\(second.child.output)")
            }
        }
    }
}
