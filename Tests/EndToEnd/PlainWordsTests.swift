import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import Testing

/// The messages about files and ports that cannot be used: which one, the reason, and the remedy.
@Suite("Plain words")
struct PlainWordsTests {
    @Test("Files in PEM: each is named, with what is wrong with it")
    func pem() async throws {
        let first = try SinkCertificate()
        let second = try SinkCertificate()
        defer {
            first.remove()
            second.remove()
        }
        try await withFolder { folder in
            let empty = folder.appending(path: "empty.pem").path
            try Data().write(to: URL(filePath: empty))
            let rubbish = folder.appending(path: "rubbish.pem").path
            try Data("no PEM\n".utf8).write(to: URL(filePath: rubbish))
            let cut = folder.appending(path: "cut.pem").path
            try Data("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8).write(to: URL(filePath: cut))
            let locked = folder.appending(path: "locked.pem").path
            let made = try await ChildProcess.run(
                URL(filePath: "/usr/bin/env"),
                ["openssl", "pkcs8", "-topk8", "-in", first.key, "-out", locked, "-passout", "pass:secret"])
            #expect(made.status == 0, "\(made.output)")
            let absent = folder.appending(path: "absent.pem").path
            let pairs: [(certificate: String, key: String, words: String)] = [
                (absent, first.key, "\(absent) cannot be read"),
                (empty, first.key, "\(empty) is empty."),
                (rubbish, first.key, "\(rubbish) contains no PEM certificate: it has no line"),
                (cut, first.key, "\(cut) contains no PEM certificate: it has a certificate that cannot be read"),
                (
                    first.key, first.certificate,
                    "\(first.key) contains no PEM certificate: it contains a private key; the two files"
                ),
                (first.certificate, absent, "\(absent) cannot be read"),
                (first.certificate, rubbish, "\(rubbish) contains no usable PEM private key: it has no line"),
                (first.certificate, first.certificate, "\(first.certificate) contains no usable PEM private key"),
                (first.certificate, locked, "it is encrypted with a password. Decrypt it: openssl pkey -in \(locked)"),
                (first.certificate, second.key, "The private key in \(second.key) does not belong to the first certificate in"),
            ]
            for (certificate, key, words) in pairs {
                // Both read the files by the same code; one of each is enough.
                for command in certificate == absent ? [["serve", "--listen", "127.0.0.1:0"], ["doctor"]] : [["doctor"]] {
                    let outcome = try await VinculaProcess.run(
                        command + ["--dev", "--data", folder.appending(path: "data").path]
                            + ["--tls-certificate-file", certificate, "--tls-key-file", key])
                    #expect(outcome.status != 0 && outcome.output.contains(words), "\(words): \(outcome.output)")
                    #expect(outcome.output.contains("tls.certificateFile"), "\(outcome.output)")
                    expectPlain(outcome)
                }
            }
            for (file, words) in [(absent, "cannot be read"), (empty, "is empty"), (rubbish, "contains no PEM certificate")] {
                let flags = [
                    "--data", folder.appending(path: "data").path, "--smtp-host", "127.0.0.1", "--mail-from", "a@example.com",
                    "--smtp-ca-file", file,
                ]
                for command in [
                    ["serve", "--dev", "--listen", "127.0.0.1:0"], ["doctor", "--dev"], ["email", "test", "a@example.com"],
                ] {
                    let outcome = try await VinculaProcess.run(command + flags)
                    #expect(outcome.status != 0 && outcome.output.contains("smtp.caFile: \(file) \(words)"), "\(outcome.output)")
                    expectPlain(outcome)
                }
            }
        }
    }

    @Test("A port in use, a foreign address, an unknown host: the setting's name, and what to do")
    func ports() async throws {
        let taken = try await RawListener.start(.silent)
        let port = try #require(URL(string: taken.url)?.port)
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let free = ["--listen", "127.0.0.1:0"]
            for (flags, words) in [
                (["--listen", "127.0.0.1:\(port)"], ["Port \(port) is in use", "another port with listen"]),
                (free + ["--admin-listen", "127.0.0.1:\(port)"], ["Port \(port) is in use", "another port with adminListen"]),
            ] {
                let outcome = try await VinculaProcess.run(["serve", "--dev"] + data + flags)
                #expect(outcome.status != 0, "\(outcome.output)")
                for word in words { #expect(outcome.output.contains(word), "\(outcome.output)") }
                expectPlain(outcome)
            }
            let made = try await ProductionProcess.vincula(["api-keys", "create"], folder.appending(path: "shop"))
            #expect(made.status == 0, "\(made.output)")
            for (address, words) in [
                ("192.0.2.1:0", "listen is 192.0.2.1:0: this machine has no such address"),
                ("nowhere.invalid:0", "listen is nowhere.invalid:0: there is no host with that name"),
            ] {
                let outcome = try await ProductionProcess.vincula(
                    [
                        "serve", "--listen", address, "--behind-proxy", "--proxies", "loopback", "--public-url",
                        "https://auth.example.com",
                    ], folder.appending(path: "shop"))
                #expect(outcome.status != 0 && outcome.output.contains(words), "\(outcome.output)")
                expectPlain(outcome)
            }
        }
        await taken.close()
    }

    #if os(Linux)
        /// Indicates whether a process here can drop root's right to low ports, and then lacks it.
        private static let canDropRights: Bool = {
            let lowest = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_unprivileged_port_start", encoding: .utf8)
            guard let first = lowest.flatMap({ Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }), first > 443 else {
                return false
            }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["setpriv", "--bounding-set", "-net_bind_service", "--inh-caps", "-net_bind_service", "true"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(
            "A port that needs privileges",
            .enabled(if: canDropRights, "Takes root and setpriv, and a system that guards low ports."))
        func privileges() async throws {
            try await withFolder { folder in
                let outcome = try await ChildProcess.run(
                    URL(filePath: "/usr/bin/env"),
                    [
                        "setpriv", "--bounding-set", "-net_bind_service", "--inh-caps", "-net_bind_service",
                        VinculaProcess.executable.path, "serve", "--dev", "--data", folder.path, "--listen", "127.0.0.1:443",
                    ])
                #expect(
                    outcome.status != 0 && outcome.output.contains("Port 443 needs privileges")
                        && outcome.output.contains("above 1023 with listen"), "\(outcome.output)")
                expectPlain(outcome)
            }
        }
    #endif

    @Test("A configuration file that is a folder, and an unknown action of the audit log")
    func namesThatAreNot() async throws {
        try await withFolder { folder in
            let flags = ["--dev", "--data", folder.appending(path: "data").path]
            for command in ["serve", "doctor"] {
                let outcome = try await VinculaProcess.run([command, "--config", folder.path] + flags)
                #expect(
                    outcome.status != 0 && outcome.output.contains("The configuration file \(folder.path) is a folder."),
                    "\(outcome.output)")
                expectPlain(outcome)
            }
            let list = try await VinculaProcess.run(["audit", "list", "--action", "password.chnage"])
            #expect(
                list.status != 0 && list.output.contains("Unknown action password.chnage. Did you mean password.change?"),
                "\(list.output)")
        }
    }

    private func expectPlain(_ outcome: ChildProcess.Outcome) {
        for raw in ["Domain", "Code=", "errno", "POSIXError", "IOError", "NIOSSL", "bind(", "SocketAddressError", "Optional("] {
            #expect(!outcome.output.contains(raw), "\(raw): \(outcome.output)")
        }
    }
}
