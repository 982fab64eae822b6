import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Certificates by ACME: the real command, and Pebble.
@Suite("TLS by ACME")
struct ACMETests {
    private static let publicURL = "https://\(PebbleProcess.name)"

    private static func serve(
        _ folder: URL, _ pebble: PebbleProcess, _ more: [String] = []
    ) async throws -> ProductionProcess {
        try await ProductionProcess.serve(
            folder.appending(path: "data"), publicURL: publicURL, Array(VinculaProcess.cheap.suffix(2)) + pebble.flags + more)
    }

    private static func stop(_ server: ProductionProcess) async throws {
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0, "\(server.child.output)")
    }

    private static func awaitCertificate(_ server: ProductionProcess) async throws {
        _ = try await server.child.line(matching: "(New connections now use the new certificate)")
    }

    private static func metric(_ name: String, _ server: ProductionProcess) async throws -> Double {
        let text = try await HTTP.send("GET", "\(server.adminURL)/metrics").text
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }, "\(text)")
        return Double(line.split(separator: " ")[1]) ?? -1
    }

    @Test("T296 without a certificate the server runs and says why; it gets one by HTTP-01, and keeps it over a restart")
    func http01() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            let early = try await Self.serve(folder, pebble)
            #expect(early.child.output.contains("no certificate yet, so clients cannot connect until it is there"))
            _ = try await early.child.line(matching: "(cannot be reached: connection refused)")
            let refused = try await pebble.curl(["-k", "https://127.0.0.1:\(pebble.tlsPort)/healthz"])
            #expect(refused.status == 35 && refused.output.contains("handshake failure"), "\(refused.output)")
            #expect(try await Self.metric("vincula_certificate_failures_total", early) == 1)
            #expect(try await Self.metric("vincula_certificate_expires_seconds", early) == 0)
            try await Self.stop(early)

            // A sixth of all requests are to be sent again; of ten times in a row, the server gives up.
            try await pebble.start(rejecting: 17)
            let server = try await Self.serve(folder, pebble)
            try await Self.awaitCertificate(server)
            #expect(server.child.output.contains("HTTP-01"), "\(server.child.output)")
            let first = try await pebble.ask()
            #expect(first.status == "200")
            #expect(try await Self.metric("vincula_certificate_expires_seconds", server) > Date().timeIntervalSince1970)
            try await Self.checkPlainPort(pebble)
            try await Self.checkSecrecy(folder, server)

            let doctor = try await ProductionProcess.vincula(
                ["doctor", "--public-url", Self.publicURL] + pebble.flags.dropLast(2), folder.appending(path: "data"))
            #expect(doctor.output.contains("ok    The certificate by 127.0.0.1:\(pebble.port) expires at"), "\(doctor.output)")
            #expect(doctor.output.contains("The DNS has no address for \(PebbleProcess.name)"), "\(doctor.output)")
            try await Self.stop(server)

            let again = try await Self.serve(folder, pebble)
            let kept = try await pebble.ask()
            #expect(kept == first)
            #expect(again.child.output.contains("the certificate expires at"))
            try await Self.stop(again)
            #expect(!again.child.output.contains("Ordering"), "\(again.child.output)")
        }
    }

    /// The port for plain HTTP sends browsers to the public name, whatever name they use, and serves nothing else.
    private static func checkPlainPort(_ pebble: PebbleProcess) async throws {
        let address = "http://127.0.0.1:\(pebble.httpPort)"
        func answer(_ path: String, _ more: [String] = []) async throws -> String {
            try await pebble.curl(["-i", "-H", "Host: evil.example"] + more + ["\(address)\(path)"]).output
        }
        let redirect = try await answer("/a%20b?c=d")
        #expect(redirect.hasPrefix("HTTP/1.1 308"), "\(redirect)")
        #expect(redirect.contains("ocation: \(publicURL)/a%20b?c=d\r\n"), "\(redirect)")
        #expect(try await answer("//evil.example/").contains("ocation: \(publicURL)//evil.example/\r\n"))
        #expect(try await answer("/v1/accounts:signUp", ["-d", "{}"]).hasPrefix("HTTP/1.1 403"))
        for token in ["", "abcdefghijklmnopqrstuv", "..%2f..%2fmaster.key", String(repeating: "a", count: 2000)] {
            #expect(try await answer("/.well-known/acme-challenge/\(token)").hasPrefix("HTTP/1.1 404"), "\(token)")
        }
    }

    /// No key is in the log, nor readable in the data folder.
    private static func checkSecrecy(_ folder: URL, _ server: ProductionProcess) async throws {
        let marker = Data("PRIVATE KEY".utf8)
        #expect(Data(server.child.output.utf8).firstRange(of: marker) == nil)
        let data = folder.appending(path: "data")
        for file in try FileManager.default.contentsOfDirectory(atPath: data.path) {
            let contents = (try? Data(contentsOf: data.appending(path: file))) ?? Data()
            #expect(contents.firstRange(of: marker) == nil, "\(file)")
        }
    }

    @Test(
        "Without port 80 the certificate comes by TLS-ALPN-01, also if the server is killed in the middle, and is renewed in time"
    )
    func tlsALPN01() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            try await pebble.start(settings: ["certificateValidityPeriod": 21], sleep: 2)
            // Something else has the port.
            let other = try ChildProcess(
                OpenIDProviderProcess.python, ["-u", "-m", "http.server", "\(pebble.httpPort)", "--bind", "127.0.0.1"])
            _ = try await other.line(matching: "(Serving HTTP)")
            let killed = try await Self.serve(folder, pebble)
            _ = try await killed.child.line(matching: "(Answering a challenge)")
            killed.child.signal(SIGKILL)
            try await killed.child.end()
            #expect(killed.child.output.contains("Without the port for plain HTTP"), "\(killed.child.output)")

            let server = try await Self.serve(folder, pebble)
            try await Self.awaitCertificate(server)
            #expect(!server.child.output.contains("kind=HTTP-01"), "\(server.child.output)")
            let first = try await pebble.ask()
            var last = first
            for _ in 0..<600 where last.serial == first.serial {
                try await Task.sleep(for: .milliseconds(100))
                // There is no moment without a valid certificate.
                last = try await pebble.ask()
            }
            #expect(last.serial != first.serial && last.status == "200", "\(server.child.output)")
            try await Self.stop(server)
        }
    }

    @Test(
        "A failed validation is explained, and the next attempt is by the other challenge; external accounts are required and used"
    )
    func failures() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            let key = Data(repeating: 9, count: 32).base64EncodedString().replacing("=", with: "")
            try await pebble.start(settings: [
                "httpPort": 9, "externalAccountBindingRequired": true, "externalAccountMACKeys": ["kid-1": key],
            ])
            let bare = try await Self.serve(folder, pebble)
            _ = try await bare.child.line(matching: "(takes only customers: set tls.acmeKeyId and VINCULA_TLS_ACME_HMAC_KEY)")
            try await Self.stop(bare)
            let file = folder.appending(path: "vincula.json")
            try Data("{\"tls\":{\"acmeKeyId\":\"kid-1\",\"acmeHmacKey\":\"\(key)\"}}".utf8).write(to: file)
            let failing = try await Self.serve(folder, pebble, ["--config", file.path])
            _ = try await failing.child.line(
                matching:
                    #"(could not reach http://auth\.vincula\.test/\.well-known/acme-challenge/… \(.*refused.*\)\. Open port 80)"#)
            #expect(failing.child.output.contains("next attempt="), "\(failing.child.output)")
            try await Self.stop(failing)
            let server = try await Self.serve(folder, pebble, ["--config", file.path])
            try await Self.awaitCertificate(server)
            #expect(server.child.output.contains("TLS-ALPN-01"), "\(server.child.output)")
            #expect(try await pebble.ask().status == "200")
            try await Self.stop(server)
        }
    }

    @Test("The certificate authority says when the certificate is to be renewed, and is told which one the new one replaces")
    func renewalInfo() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            try await pebble.start(settings: ["certificateValidityPeriod": 16])
            let (front, flags) = try await pebble.withRenewalInfo(-3600 ... -1800)
            let server = try await ProductionProcess.serve(
                folder.appending(path: "data"), publicURL: Self.publicURL, Array(VinculaProcess.cheap.suffix(2)) + flags)
            try await Self.awaitCertificate(server)
            let asked = try await front.line(matching: #"asked ([-_A-Za-z0-9]+\.[-_A-Za-z0-9]+)"#)
            _ = try await server.child.line(
                matching: "(reason=https://ca.example/why .*says when the certificate is to be renewed)")
            // The order goes on without what the authority does not take.
            #expect(try await front.line(matching: #"refused ([-_.A-Za-z0-9]+)"#) == asked)
            let second = try await front.line(matching: #"refused [^\n]+\n(?s:.*)asked ([-_.A-Za-z0-9]+)\n"#)
            #expect(second != asked)
            #expect(try await front.line(matching: #"replaced ([-_.A-Za-z0-9]+)"#) == second)
            try await Self.stop(server)
        }
    }

    @Test("T331 few file descriptors: the port for plain HTTP leaves enough of them to the others")
    func fewDescriptors() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            let data = folder.appending(path: "data")
            _ = try await ProductionProcess.vincula(["api-keys", "create", "--label", "test"], data)
            // 128 are reserved, and 64 for the admin port; the other 88 are shared.
            let child = try ChildProcess(
                URL(filePath: "/bin/sh"),
                [
                    "-c", "ulimit -n 280; exec \"$0\" \"$@\"", VinculaProcess.executable.path, "serve", "--project",
                    ProductionProcess.project, "--data", data.path, "--public-url", Self.publicURL, "--admin-listen",
                    "127.0.0.1:0",
                ] + VinculaProcess.cheap + pebble.flags)
            let admin = try await child.line(matching: #"Admin +(http://[^\s]+)"#)
            _ = try await child.line(matching: "(No certificate could be obtained)")
            let script = """
                import socket, sys, time, urllib.request
                held = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(150)]
                # Some more may be counted until they are refused.
                seen = []
                while seen[-5:] != [8] * 5 and len(seen) < 600:
                    text = urllib.request.urlopen(sys.argv[2] + "/metrics").read().decode()
                    count = [line.split()[1] for line in text.splitlines() if line.startswith("vincula_plain_connections ")][0]
                    seen.append(int(float(count)))
                    time.sleep(0.05)
                print("plain", seen[-1], "of", seen)
                """
            let outcome = try await ChildProcess.run(
                OpenIDProviderProcess.python, ["-c", script, "\(pebble.httpPort)", admin])
            #expect(outcome.output.contains("plain 8 of"), "\(outcome.output)")
            child.signal(SIGTERM)
            #expect(try await child.end() == 0, "\(child.output)")
        }
    }

    @Test("The certificate is in backups, and survives a change of the master key")
    func moves() async throws {
        try await withFolder { folder in
            let pebble = try await PebbleProcess(folder)
            defer { pebble.stop() }
            try await pebble.start()
            let data = folder.appending(path: "data")
            let first = try await Self.serve(folder, pebble)
            try await Self.awaitCertificate(first)
            let serial = try await pebble.ask().serial
            try await Self.stop(first)
            let backup = folder.appending(path: "backup.sqlite").path
            let made = try await ProductionProcess.vincula(["backup", backup], data)
            #expect(made.status == 0, "\(made.output)")
            let moved = folder.appending(path: "moved/data")
            try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: moved.path)
            try FileManager.default.copyItem(
                at: data.appending(path: "master.key"), to: moved.appending(path: "master.key"))
            let restored = try await ProductionProcess.vincula(["restore", backup], moved)
            #expect(restored.status == 0, "\(restored.output)")
            let rotated = try await ProductionProcess.vincula(["keys", "rotate-master"], moved)
            #expect(rotated.status == 0, "\(rotated.output)")
            // Nobody is there to ask for another one.
            pebble.stop()
            let second = try await Self.serve(folder.appending(path: "moved"), pebble)
            #expect(try await pebble.ask().serial == serial)
            try await Self.stop(second)
            #expect(!second.child.output.contains("Ordering a certificate"), "\(second.child.output)")
        }
    }

    @Test("What cannot work with tls.acme is refused by name")
    func refusals() async throws {
        try await withFolder { folder in
            let acme = ["--tls-acme", "ops@example.com"]
            let good = acme + ["--public-url", "https://auth.example.com"]
            let refusals: [(arguments: [String], text: String)] = [
                (good + ["--behind-proxy"], "tls.acme is set, but so is behindProxy"),
                (good + ["--tls-certificate-file", "a.pem"], "so is a certificate of your own"),
                (good + ["--dev"], "a --dev server is reachable from this machine only"),
                (acme, "tls.acme needs publicUrl"),
                (acme + ["--public-url", "http://auth.example.com"], "publicUrl is plain http"),
                (acme + ["--public-url", "https://192.0.2.1"], "192.0.2.1 is an IP address"),
                (acme + ["--public-url", "https://localhost"], "localhost has no dot"),
                (["--tls-acme", "nobody", "--public-url", "https://auth.example.com"], "it must be an email address"),
                (good + ["--tls-acme-names", "b.example.com"], "tls.acmeNames does not contain auth.example.com"),
                (good + ["--tls-acme-names", "*.example.com"], "is a wildcard"),
                (good + ["--tls-acme-directory", "http://ca.example/dir"], "it must be an https URL"),
                (good + ["--tls-acme-http-listen", "80"], "it must be HOST:PORT, such as 0.0.0.0:80, or none"),
                (good + ["--listen", "0.0.0.0:80"], "both use port 80"),
                (good + ["--tls-acme-key-id", "kid"], "tls.acmeKeyId and tls.acmeHmacKey belong together"),
                (good + ["--tls-acme-ca-file", "/nowhere.pem"], "tls.acmeCaFile: /nowhere.pem cannot be read"),
                (["--tls-acme-key-id", "kid", "--behind-proxy"], "tls.acmeKeyId is set, but tls.acme is not"),
            ]
            for (arguments, text) in refusals {
                let outcome = try await VinculaProcess.run(
                    ["serve", "--project", "shop", "--data", folder.path] + arguments)
                #expect(outcome.status != 0 && outcome.output.contains(text), "\(arguments): \(outcome.output)")
            }
        }
    }
}
