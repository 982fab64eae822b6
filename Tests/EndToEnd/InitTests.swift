import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula init`.
@Suite("vincula init")
struct InitTests {
    static func vincula(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await VinculaProcess.run(["init"] + arguments, environment: environment)
    }

    @Test("By flags: a configuration file, keys and methods with which the server works; a second time nothing changes")
    func flags() async throws {
        try await withFolder { folder in
            let config = folder.appending(path: "etc/vincula.json").path
            let data = folder.appending(path: "data").path
            let password = folder.appending(path: "password").path
            try Data("s3cret-mail\n".utf8).write(to: URL(filePath: password))
            let made = try await Self.vincula([
                "--config", config, "--data", data, "--public-url", "https://Auth.example.com/", "--project", "shop", "--methods",
                "email,anonymous", "--smtp-host", "127.0.0.1", "--smtp-port", "2525", "--smtp-username", "a",
                "--smtp-password-file", password, "--mail-from", "accounts@example.com", "--user", NSUserName(),
            ])
            #expect(made.status == 0 && made.output.contains("What is next:"), "\(made.output)")
            #expect(!made.output.contains("s3cret"))
            let key = String(try #require(made.output.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(made.output)").output)
            let text = try String(contentsOfFile: config, encoding: .utf8)
            #expect(text.contains(#""publicUrl": "https://auth.example.com""#), "\(text)")
            #expect(text.contains(#""password": "s3cret-mail""#) && text.contains(#""port": 2525"#), "\(text)")
            for (path, mode) in [(config, 0o600), (data, 0o700), ("\(data)/master.key", 0o600)] {
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode, "\(path)")
            }
            let doctor = try await VinculaProcess.run(["doctor", "--config", config])
            #expect(doctor.status == 0 && doctor.output.contains("There is an active key for ID tokens."), "\(doctor.output)")

            let server = try ChildProcess(
                VinculaProcess.executable,
                ["serve", "--config", config, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-level", "error"]
                    + VinculaProcess.cheapHashes)
            let url = try await server.line(matching: #"Listening +(https?://[^\s]+)"#)
            let signUp = try await HTTP.post(
                "\(url)/v1/accounts:signUp?key=\(key)", .object(["email": "ana@example.com", "password": "correct horse"]))
            #expect(signUp.status == 200, "\(signUp.text)")

            let again = try await Self.vincula(["--config", config])
            #expect(
                again.status == 0 && again.output.contains("Vincula is set up already; nothing was changed."), "\(again.output)")
            #expect(again.output.contains("shop: 1 account, 1 API key\n") && again.output.contains("running"), "\(again.output)")
            let other = try await Self.vincula(["--config", config, "--public-url", "https://other.example"])
            #expect(other.status != 0 && other.output.contains("Nothing was changed."), "\(other.output)")
            #expect(try String(contentsOfFile: config, encoding: .utf8) == text)
            #expect(try await Self.vincula(["--print", "config", "--config", config]).output == text)
            let second = try await Self.vincula(
                ["--config", folder.appending(path: "b.json").path, "--data", data, "--public-url", "https://other.example"])
            #expect(second.status != 0 && second.output.contains("There is data in \(data) already"), "\(second.output)")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "b.json").path))
            withExtendedLifetime(server) {}
        }
    }

    @Test(
        "T332 a wrong answer is refused with the reason, and nothing is written",
        arguments: [
            (["--public-url", "http://auth.example.com"], "--public-url: It must begin with https://"),
            (["--public-url", "https://example.com/auth"], "--public-url: It must end after the host and port"),
            (["--public-url", "nonsense"], "publicUrl is nonsense; it must be an http or https URL."),
            (["--project", "demo-project"], "--project: demo-project is reserved for development."),
            (["--methods", "emial"], "Did you mean email?"), (["--tls-by", "ngnix"], "Did you mean nginx?"),
            (
                ["--tls-by", "files", "--tls-certificate-file", "/nowhere.pem", "--tls-key-file", "/nowhere.pem"],
                "/nowhere.pem cannot be read"
            ),
            (["--proxies", "loopback"], "--proxies has no effect because TLS is terminated by nginx (--tls-by): leave it out."),
            (["--tls-by", "proxy", "--proxies", "10.0.0.1/8"], "a network without host bits"),
            (["--smtp-port", "25"], "--smtp-port has no effect without --smtp-host"),
            (["--smtp-host", "smtp.example.com:25"], "without a port, which is smtp.port"),
            (["--domains", "app.example.com, exa mple.com"], "exa mple.com is not a host name"),
            (["--smtp-host", "smtp.example.com", "--smtp-username", "a"], "--smtp-password-file is missing."),
            (["--mail-from", "a@example.com"], "--mail-from has no effect because there is no --smtp-host"),
            (["--smtp-host", "smtp.example.com", "--public-url", "https://192.0.2.7"], "--mail-from is missing."),
            (
                ["--public-url", "http://127.0.0.1:9100", "--tls-by", "caddy"],
                "--tls-by has no effect because the public address begins with http://"
            ),
            (["--project", "Shop!"], "--project: It has letters, digits, dashes, dots and underscores"),
            (["--google-client-id", "1234.apps"], "Google's client ids end with .apps.googleusercontent.com."),
            (["--data", "/tmp/a b"], "so that it can be in a systemd unit"),
            (["--listen", "nowhere"], "listen is nowhere; it must be HOST:PORT"),
            (["--user", "vincula\nExecStartPre=/bin/sh"], "--user: The name of a user has up to 31 letters"),
            (["--user=-vincula"], "--user: The name of a user has up to 31 letters"), (["--user", ""], "--user: "),
            (["--public-url", "https://a%20b.example"], "--public-url: Its host may have letters, digits, dots and"),
            (["--public-url", "https://a%3B%7D.example"], "--public-url: Its host may have"),
            (["--public-url", "https://a%0Ainclude.example"], "--public-url: Its host may have"),
            (["--listen", "$(id):80"], "Its host may have"),
            (["--domains", "https://app.example.com"], "https://app.example.com is not a host name"),
            (["--google-client-id", "id.apps.googleusercontent.com"], "--google-secret-file is missing."),
        ])
    func wrong(flags: [String], words: String) async throws {
        try await withFolder { folder in
            let config = folder.appending(path: "vincula.json").path
            let standard = ["--public-url", "https://auth.example.com"]
            let data = ["--data", folder.appending(path: "data").path]
            let outcome = try await Self.vincula(
                ["--config", config] + (flags.contains("--public-url") ? [] : standard) + (flags.contains("--data") ? [] : data)
                    + flags)
            #expect(outcome.status != 0 && outcome.output.contains(words), "\(outcome.output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("Without a terminal the public address is needed; a variable counts as a flag")
    func withoutTerminal() async throws {
        try await withFolder { folder in
            let places = ["--config", folder.appending(path: "a.json").path, "--data", folder.appending(path: "data").path]
            let none = try await Self.vincula(places)
            #expect(
                none.status != 0 && none.output.contains("--public-url is missing, and there is no terminal"), "\(none.output)")
            let local = try await Self.vincula(
                places + ["--methods", "email phone, anonymous", "--user", NSUserName()],
                environment: ["VINCULA_PUBLIC_URL": "http://127.0.0.1:9100", "SUDO_USER": ""])
            #expect(local.status == 0, "\(local.output)")
            #expect(local.output.contains("Sign-in methods  email, phone, anonymous"), "\(local.output)")
            // An address is in no domain, and who made the files may read them.
            #expect(local.output.contains("operators invite you@example.com --role owner"), "\(local.output)")
            #expect(!local.output.contains("sudo -u \(NSUserName())") && !local.output.contains("sudo cat"), "\(local.output)")
            #expect(local.output.contains("sms.gateway, sms.token and sms.from"), "\(local.output)")
            #expect(local.output.contains("sms regions --only ES,PT --config \(places[1])"), "\(local.output)")
            let file = try String(contentsOfFile: places[1], encoding: .utf8)
            #expect(file.contains(#""listen": "127.0.0.1:9100""#) && !file.contains("behindProxy"), "\(file)")
        }
    }

    @Test("Variables of other settings become part of the configuration file; what a server in production has not is refused")
    func variables() async throws {
        try await withFolder { folder in
            let config = folder.appending(path: "a.json").path
            let data = folder.appending(path: "data").path
            let places = ["--config", config, "--data", data, "--user", NSUserName()]
            let master = Data(repeating: 5, count: 32).base64EncodedString()
            let environment = [
                "VINCULA_MASTER_KEY": master, "VINCULA_TLS_ACME": "ops@example.com", "VINCULA_PROJECT": "shop",
                "VINCULA_TLS_ACME_DIRECTORY": "https://ca.example/dir", "VINCULA_PUBLIC_URL": "https://auth.example.com:8443",
                "VINCULA_TOKENS_ALGORITHM": "ES256", "VINCULA_LIMITS_CONNECTIONS": "500", "VINCULA_PROVIDERS_TIMEOUT_SECONDS": "",
                "VINCULA_GOOGLE_CLIENT_IDS": "a.apps.googleusercontent.com, b.apps.googleusercontent.com",
            ]
            for (name, value, words) in [
                ("VINCULA_DEV", "1", "VINCULA_DEV is set, but vincula init sets up a server for production"),
                ("VINCULA_EPHEMERAL", "true", "VINCULA_EPHEMERAL is set"),
                ("VINCULA_MASTER_KY", "x", "Unknown setting VINCULA_MASTER_KY"),
                ("VINCULA_LIMITS_CONNECTIONS", "many", "limits.connections in the environment is not a whole number"),
                ("VINCULA_BEHIND_PROXY", "true", "VINCULA_BEHIND_PROXY is true, but TLS is terminated by acme: unset it."),
                ("VINCULA_PROXIES", "10.0.0.0/8", "VINCULA_PROXIES has no effect because TLS is terminated by acme"),
                ("VINCULA_SMTP_PORT", "25", "VINCULA_SMTP_PORT has no effect without --smtp-host"),
                ("VINCULA_MASTER_KEY", "short", "masterKey must be 32 random bytes"),
            ] {
                let refused = try await Self.vincula(places, environment: environment.merging([name: value]) { $1 })
                #expect(refused.status != 0 && refused.output.contains(words), "\(name): \(refused.output)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, "\(name)")
            }
            let made = try await Self.vincula(places, environment: environment)
            #expect(made.status == 0 && !made.output.contains(master), "\(made.output)")
            #expect(made.output.contains("VINCULA_MASTER_KEY, VINCULA_PROJECT, VINCULA_PUBLIC_URL"), "\(made.output)")
            #expect(made.output.contains("configuration file, which has the master key"), "\(made.output)")
            let contents = try Data(contentsOf: URL(filePath: config))
            let written = try #require(JSONValue.parse(contents))
            #expect(written["masterKey"]?.string == master && written["limits"]?["connections"]?.int == 500)
            let tls = #"{"acme":"ops@example.com","acmeDirectory":"https://ca.example/dir"}"#
            #expect(written["tls"]?.text == tls, "\(written.text)")
            #expect(written["google"]?["clientIds"]?.text.contains("b.apps.googleusercontent.com\"]") == true, "\(written.text)")
            #expect(!FileManager.default.fileExists(atPath: "\(data)/master.key"))
            // Without the variables, the data can be opened.
            let present = try await Self.vincula(["--config", config])
            #expect(present.status == 0 && present.output.contains("shop: 0 accounts, 1 API key\n"), "\(present.output)")
            for (snippet, words) in [("nginx", "listen 8443 ssl;"), ("caddy", "auth.example.com:8443 {")] {
                let printed = try await Self.vincula([
                    "--print", snippet, "--config", folder.appending(path: "b.json").path, "--public-url",
                    "https://auth.example.com:8443",
                ])
                #expect(printed.status == 0 && printed.output.contains(words), "\(printed.output)")
            }
        }
    }

    @Test("Google and the app's hosts are set up, too; the secret is nowhere to be seen")
    func google() async throws {
        try await withFolder { folder in
            let (config, secret) = (folder.appending(path: "a.json").path, folder.appending(path: "secret").path)
            try Data("GOCSPX-s3cret\n".utf8).write(to: URL(filePath: secret))
            let made = try await Self.vincula(
                [
                    "--config", config, "--data", folder.appending(path: "data").path, "--public-url", "https://auth.example.com",
                    "--project", "shop", "--domains", "App.example.com, admin.example.com", "--google-client-id",
                    "id.apps.googleusercontent.com", "--google-secret-file", secret, "--user", NSUserName(), "--proxies",
                    "10.0.0.5", "--tls-by", "proxy",
                ], environment: ["VINCULA_TOKENS_ALGORITHM": "ES256"])
            #expect(made.status == 0 && made.output.contains("Sign-in methods  email, google.com"), "\(made.output)")
            #expect(made.output.contains("https://auth.example.com/__/auth/callback/google.com\n"), "\(made.output)")
            #expect(!made.output.contains("config providers set") && !made.output.contains("s3cret"), "\(made.output)")
            #expect(made.output.contains("The proxy is another machine, which cannot reach that address."), "\(made.output)")
            // As root, the unit would otherwise be for the user vincula.
            let isOther = made.output.contains("init --print unit --config \(config) --user root | sudo tee")
            #expect(isOther == (geteuid() == 0), "\(made.output)")
            #expect(try !String(contentsOfFile: config, encoding: .utf8).contains("s3cret"))
            let provider = try await VinculaProcess.run(["config", "providers", "show", "google.com", "--config", config])
            #expect(provider.output.contains("id.apps.googleusercontent.com"), "\(provider.output)")
            let doctor = try await VinculaProcess.run(["doctor", "--config", config])
            #expect(doctor.output.contains("Google: project shop has a client of its own."), "\(doctor.output)")
            #expect(!doctor.output.contains("Google tokens are refused"), "\(doctor.output)")
            #expect(doctor.output.contains("Apple tokens are refused: no client id is set"), "\(doctor.output)")
            let domains = try await VinculaProcess.run(["config", "domains", "--config", config])
            #expect(domains.output.contains("app.example.com\nadmin.example.com\n"), "\(domains.output)")
        }
    }

    @Test("At a terminal: defaults are shown, wrong answers are asked again, secrets are not shown")
    func terminal() async throws {
        try await withFolder { folder in
            let checks = try await BrowserChecks.run("init_dialogue.py", [VinculaProcess.executable.path, folder.path])
            #expect(checks.count > 15)
        }
    }

    @Test(
        "Its unit is accepted by systemd, which rates its exposure at most 2.0; it is the package's",
        .enabled(if: Self.hasSystemd),
        arguments: ["nginx", "files"])
    func unit(front: String) async throws {
        try await withFolder { folder in
            let pem = folder.appending(path: "a.pem").path
            try Data().write(to: URL(filePath: pem))
            let tls = front == "files" ? ["--tls-certificate-file", pem, "--tls-key-file", pem] : ["--tls-by", front]
            let flags = ["--print", "unit", "--public-url", "https://auth.example.com", "--user"] + ["vincula"] + tls
            let own = ["--config", folder.appending(path: "vincula.json").path, "--data", folder.appending(path: "data").path]
            let unit = try await Self.vincula(flags + own)
            #expect(unit.status == 0 && unit.output.contains("ReadWritePaths=\(folder.path)/data"), "\(unit.output)")
            let file = folder.appending(path: "vincula.service").path
            try Data(unit.output.utf8).write(to: URL(filePath: file))
            for arguments in [
                ["verify", "--man=no", "--recursive-errors=no", file],
                ["security", "--no-pager", "--offline=yes", "--threshold=20", file],
            ] {
                let outcome = try await ChildProcess.run(URL(filePath: "/usr/bin/env"), ["systemd-analyze"] + arguments)
                #expect(outcome.status == 0, "\(arguments): \(outcome.output)")
            }
            guard front == "files" else { return }
            let standard = try await Self.vincula(
                flags + [
                    "--config", "/etc/vincula/vincula.json", "--data", "/var/lib/vincula", "--executable", "/usr/bin/vincula",
                ])
            let packaged = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Packaging/vincula.service")
            #expect(try standard.output == String(contentsOf: packaged, encoding: .utf8))
        }
    }

    @Test("The unit has the installation's paths, also where they contain those of the package")
    func ownPaths() async throws {
        try await withFolder { folder in
            let etc = folder.appending(path: "etc/vincula").path
            let executable = "/opt/etc/vincula/usr/bin/vincula"
            let unit = try await Self.vincula([
                "--print", "unit", "--public-url", "https://auth.example.com", "--config", "\(etc)/vincula.json", "--data",
                folder.appending(path: "data").path, "--executable", executable,
            ])
            for line in [
                "ConditionPathExists=\(etc)/vincula.json", "EnvironmentFile=-\(etc)/secrets.env",
                "ExecStart=\(executable) serve --config \(etc)/vincula.json",
            ] { #expect(unit.output.contains("\n\(line)\n"), "\(line): \(unit.output)") }
        }
    }

    @Test("As root, --install writes the unit and gives the files to the service's user; another unit is never overwritten")
    func install() async throws {
        try await withFolder { folder in
            let (config, unit) = (folder.appending(path: "etc/vincula.json").path, folder.appending(path: "vincula.service").path)
            let flags = ["--public-url", "https://auth.example.com", "--install", "--unit", unit, "--user", "nobody"]
            let data = folder.appending(path: "data").path
            let made = try await Self.vincula(["--config", config, "--data", data] + flags)
            guard geteuid() == 0 else {
                #expect(made.status != 0 && made.output.contains("--install needs root"), "\(made.output)")
                return
            }
            #expect(made.status == 0 && made.output.contains("1. Start the service:"), "\(made.output)")
            let text = try String(contentsOfFile: unit, encoding: .utf8)
            #expect(text.contains("serve --config \(config)") && text.contains("User=nobody"), "\(text)")
            for path in [data, "\(data)/master.key", "\(data)/vincula.sqlite"] {
                #expect(
                    try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountName] as? String == "nobody", "\(path)")
            }
            // Root makes units from it, so the service cannot change it.
            let facts = try FileManager.default.attributesOfItem(atPath: config)
            #expect(facts[.ownerAccountName] as? String == "root" && facts[.posixPermissions] as? Int == 0o640, "\(facts)")
            let own = try await Self.vincula(["--print", "unit", "--config", config, "--user", "nobody"])
            #expect(own.output == text, "\(own.output)")
            try FileManager.default.setAttributes([.ownerAccountName: "nobody"], ofItemAtPath: config)
            let foreign = try await Self.vincula(["--print", "unit", "--config", config, "--user", "nobody"])
            #expect(foreign.output.contains("Warning: \(config) can be changed by nobody."), "\(foreign.output)")
            try FileManager.default.setAttributes([.ownerAccountName: "root"], ofItemAtPath: config)
            let other = folder.appending(path: "other").path
            let again = try await Self.vincula(["--config", "\(other).json", "--data", other] + flags)
            #expect(again.status != 0 && again.output.contains("exists and differs"), "\(again.output)")
            #expect(!FileManager.default.fileExists(atPath: "\(other).json"))
            #expect(try String(contentsOfFile: unit, encoding: .utf8) == text)
        }
    }

    private static var hasSystemd: Bool {
        ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].contains { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
