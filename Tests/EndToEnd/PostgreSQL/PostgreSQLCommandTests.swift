import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore

/// Every command, once, on PostgreSQL.
@Suite("Commands on PostgreSQL")
struct PostgreSQLCommandTests {
    /// A command with what it prints. `$name` in arguments is what an earlier command's output had for it.
    private struct Row {
        let command: String
        var arguments: [String] = []
        var input: String?
        /// A part of what it prints; `nil` for a command that prints nothing that matters.
        let prints: String
        var fails = false
        /// A name, and the expression whose first group it stands for.
        var keeps: (name: String, expression: String)?

        init(
            _ command: String, _ prints: String, fails: Bool = false, keeps: (name: String, expression: String)? = nil
        ) {
            self.init(command, [], prints, fails: fails, keeps: keeps)
        }

        init(
            _ command: String, _ arguments: [String], input: String? = nil, _ prints: String, fails: Bool = false,
            keeps: (name: String, expression: String)? = nil
        ) {
            self.command = command
            self.arguments = arguments
            self.input = input
            self.prints = prints
            self.fails = fails
            self.keeps = keeps
        }
    }

    private static func rows(_ folder: URL) -> [Row] {
        func file(_ name: String) -> String { folder.appending(path: name).path }
        return [
            Row("doctor", ["--public-url", "http://127.0.0.1"], "No project has an API key", fails: true),
            Row("users list", "There is no data in the PostgreSQL database", fails: true),
            Row("projects create", ["shop"], "shop"),
            Row("projects list", "shop"), Row("projects show", ["shop"], "shop"),
            Row("api-keys create", ["--label", "web"], "in the PostgreSQL database", keeps: ("key", "(AIza[A-Za-z0-9_-]{35})")),
            Row("api-keys list", "web"), Row("api-keys restrict", ["$key", "--method", "token"], "restricted to token"),
            Row("api-keys restrict", ["$key", "--none"], "is unrestricted"),
            Row("sign-in enable", ["email"], "email"), Row("sign-in list", "email"),
            Row("sign-in disable", ["anonymous"], "anonymous"),
            Row("config enable", ["email"], "email is on"), Row("config disable", ["phone"], "phone is off"),
            Row("config set", ["vincula.page.name", "Wool"], "vincula.page.name is Wool"),
            Row("config get", ["vincula.page.name"], "Wool"), Row("config unset", ["vincula.page.name"], "is empty"),
            Row("config domains add", ["app.example.com"], "app.example.com"),
            Row("config domains list", "app.example.com"), Row("config domains remove", ["app.example.com"], "no longer"),
            Row("config providers set", ["google.com", "--client-id", "web"], "Configured google.com"),
            Row("config providers list", "google.com"), Row("config providers show", ["google.com"], "web"),
            Row("config providers disable", ["google.com"], "is off"),
            Row("config providers enable", ["google.com"], "is on"),
            Row("config providers remove", ["google.com"], "Removed"),
            Row(
                "config mail set", ["--from", "a@example.com", "--host", "smtp.example.com", "--username", "a"],
                input: "secret", "its own mail server"),
            Row("config mail show", "smtp.example.com:587"),
            Row("config mail test", ["nobody"], "is not an email address", fails: true),
            Row("config mail set", ["--off"], "mail server again"),
            Row(
                "init",
                ["--config", file("vincula.json"), "--yes", "--project", "shop", "--public-url", "http://127.0.0.1:9099"],
                "There is data in the PostgreSQL database", fails: true),
            Row("users create", ["--email", "ana@example.com", "--password"], input: "correct horse", "Created an account"),
            Row("users list", "1 of 1 accounts"), Row("users show", ["ana@example.com"], "ana@example.com"),
            Row("users update", ["ana@example.com", "--name", "Ana"], "Changed account"),
            Row("users set-password", ["ana@example.com"], input: "battery staple", "ana@example.com"),
            Row("users claims", ["ana@example.com", "--set", #"{"a":1}"#], "a"),
            Row("users link", ["ana@example.com", "google.com", "g1", "--email", "ana@gmail.com"], "google.com"),
            Row("users unlink", ["ana@example.com", "google.com"], "google.com"),
            Row("users factors", ["ana@example.com"], "ana@example.com"),
            Row("users remove-factor", ["ana@example.com", "--all", "--yes"], "no second factor", fails: true),
            Row("users disable", ["ana@example.com"], "ana@example.com"),
            Row("users enable", ["ana@example.com"], "ana@example.com"),
            Row("users sessions list", ["ana@example.com"], "signed in nowhere"),
            Row("users sessions end", ["ana@example.com", "handle"], "no such session", fails: true),
            Row("users revoke", ["ana@example.com"], "ana@example.com"),
            Row("explain", ["--provider", "google.com", "--subject", "g2", "--email", "ana@example.com"], "refuse"),
            Row("trust set", ["google.com", "never"], "never"), Row("trust list", "never"),
            Row("trust reset", ["google.com"], "google.com"),
            Row("export", [file("users.json")], "1"),
            Row("import firebase", [file("users.json"), "--dry-run"], "--dry-run works on SQLite only", fails: true),
            Row("import firebase", [file("users.json"), "--allow-overwrite"], "1 replaced"),
            Row("import verify", [file("users.json")], "1"),
            Row("users export", [file("users2.json")], "1"),
            Row("users import firebase", [file("users2.json"), "--allow-overwrite"], "1 replaced"),
            Row("users import verify", [file("users2.json")], "1"),
            Row("users delete", ["ana@example.com", "--yes"], "Deleted account"),
            Row("tenants allow", ""), Row("tenants create", ["acme"], "acme", keeps: ("tenant", "(acme-[a-z0-9]+)")),
            Row("tenants list", "acme"), Row("tenants show", ["$tenant"], "acme"),
            Row("tenants update", ["$tenant", "--anonymous"], "acme"), Row("tenants delete", ["$tenant", "--yes"], "acme"),
            Row(
                "service-accounts create", ["robot", "--public-url", "http://127.0.0.1", "--out", file("robot.json")],
                "in the PostgreSQL database"),
            Row("service-accounts list", "robot"),
            Row("service-accounts keys list", ["robot"], "", keeps: ("robot", "([0-9a-f]{40})")),
            Row("service-accounts keys create", ["robot", "--public-url", "http://127.0.0.1", "--out", file("robot2.json")], ""),
            Row("service-accounts keys delete", ["robot", "$robot"], ""),
            Row("service-accounts disable", ["robot"], "robot"), Row("service-accounts enable", ["robot"], "robot"),
            Row("service-accounts delete", ["robot"], "robot"),
            Row("custom-token-keys add", [file("cert.pem"), "--service-account", "b@old-app.iam", "--key-id", "k3"], "k3"),
            Row("custom-token-keys list", "k3"), Row("custom-token-keys disable", ["b@old-app.iam"], "b@old-app.iam"),
            Row("custom-token-keys enable", ["b@old-app.iam"], "b@old-app.iam"),
            Row("custom-token-keys delete", ["b@old-app.iam"], "b@old-app.iam"),
            Row(
                "sign-in saml add", ["saml.acme", "--metadata", file("idp.xml"), "--sign-requests"],
                "saml.acme"),
            Row("sign-in saml list", "saml.acme"),
            Row("sign-in saml show", ["saml.acme"], "saml.acme"),
            Row("sign-in saml rotate-key", ["saml.acme"], "saml.acme"),
            Row("sign-in saml remove", ["saml.acme"], "saml.acme"),
            Row("migration status", ""),
            Row(
                "migration enable", ["--firebase-project", "old-app", "--no-try-key"], input: "AIzaOld",
                "old-app"),
            Row("migration disable", ""),
            Row("webhooks create", ["https://hooks.example/"], "Created webhook"),
            Row("webhooks list", "hooks.example", keeps: ("hook", #"(?m)^([A-Za-z0-9_-]{8,}) +"#)),
            Row("webhooks test", ["$hook"], ""), Row("webhooks outbox", ""), Row("webhooks delete", ["$hook"], ""),
            Row("blocking set", ["beforeCreate", "https://functions.example/"], "functions.example"),
            Row("blocking list", "functions.example"),
            Row("blocking test", ["beforeCreate", "--providers-timeout-seconds", "2"], "gave no usable answer", fails: true),
            Row("blocking remove", ["beforeCreate"], "beforeCreate"),
            Row(
                "operators invite", ["op@example.com", "--role", "viewer", "--projects", "shop"], "/console/welcome#"),
            Row("operators list", "op@example.com"),
            Row("operators role", ["op@example.com", "editor"], "There is no operator", fails: true),
            Row("operators remove", ["op@example.com"], "Withdrew the invitation"),
            Row("email preview", ["verifyEmail"], "shop"), Row("email outbox", ""),
            Row("email test", ["ana@example.com"], "smtp.host", fails: true),
            Row("sms preview", ""), Row("sms outbox", ""), Row("sms regions", ["--only", "de"], "DE"),
            Row("sms test", ["+16505550100"], "sms.gateway", fails: true),
            Row("keys list", "KEY"), Row("keys rotate", "KEY"),
            Row("keys rotate-master", "VINCULA_MASTER_KEY_PREVIOUS", fails: true),
            Row("audit list", "account.create"), Row("audit verify", "intact"), Row("usage", "counted"),
            Row("backup", [file("backup.sqlite")], "`vincula backup` works on SQLite only", fails: true),
            Row("restore", [file("users.json")], "`vincula restore` works on SQLite only", fails: true),
            // The tests' server is one that may lose data (fsync), which the doctor says.
            Row("doctor", ["--public-url", "http://127.0.0.1", "--deep"], "Every row can be read.", fails: true),
            Row("serve", ["--dev"], "--dev does not use PostgreSQL", fails: true),
            Row("serve", ["--ephemeral"], "ephemeral does not use PostgreSQL", fails: true),
            Row("serve", ["--backups-every", "6h"], "backups.every is set, but the data is in PostgreSQL", fails: true),
            Row("healthcheck", ["--listen", "127.0.0.1:1"], "does not answer", fails: true),
            Row("openapi", "openapi"), Row("settings-table", "DATABASE_CONNECTIONS"),
            Row("api-keys delete", ["$key"], ""), Row("projects delete", ["shop", "--yes"], "shop"),
        ]
    }

    /// What another engineer's test drives on PostgreSQL.
    private static let elsewhere = ["database"]

    @Test("Each works, or is refused by name with what to do instead; none writes into the data folder")
    func all() async throws {
        let commands = try await Self.commands()
        try await withFolder { folder in
            try await Self.prepare(folder)
            let data = folder.appending(path: "data")
            try await PostgreSQLDatabases.withText { text in
                let environment = PostgreSQLProcess.environment(text).merging([
                    "VINCULA_DATA": data.path, "VINCULA_PUBLIC_URL": "http://127.0.0.1",
                ]) { $1 }
                var kept: [String: String] = [:]
                for row in Self.rows(folder) {
                    let arguments = row.arguments.map { $0.hasPrefix("$") ? kept[String($0.dropFirst())] ?? $0 : $0 }
                    let outcome = try await PostgreSQLProcess.vincula(
                        row.command.split(separator: " ").map(String.init) + arguments, environment, input: row.input)
                    #expect((outcome.status != 0) == row.fails, "\(row.command): \(outcome.output)")
                    if !row.prints.isEmpty {
                        #expect(outcome.output.contains(row.prints), "\(row.command): \(outcome.output)")
                    }
                    if let (name, expression) = row.keeps {
                        kept[name] = try outcome.output.firstMatch(of: Regex(expression, as: (Substring, Substring).self))
                            .map { String($0.output.1) }
                    }
                }
                #expect(!FileManager.default.fileExists(atPath: data.path))
            }
            let driven = Set(Self.rows(folder).map(\.command))
            let missing = commands.filter { command in
                !driven.contains(command) && !Self.elsewhere.contains { command.hasPrefix("\($0) ") }
            }
            #expect(missing.isEmpty, "no row for: \(missing)")
        }
    }

    /// Files that commands read.
    private static func prepare(_ folder: URL) async throws {
        let pem = folder.appending(path: "cert.pem")
        let made = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=1", "-out", pem.path,
                "-keyout", folder.appending(path: "key.pem").path,
            ])
        #expect(made.status == 0, "\(made.output)")
        let body = try String(contentsOf: pem, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let metadata = """
            <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/metadata">
            <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
            <X509Certificate>\(body)</X509Certificate></X509Data></KeyInfo>
            </KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
            Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>
            """
        try Data(metadata.utf8).write(to: folder.appending(path: "idp.xml"))
    }

    /// Every command that has no commands below it, as the command itself lists them.
    private static func commands() async throws -> [String] {
        let dump = try await VinculaProcess.run(["--experimental-dump-help"])
        let root = try JSONDecoder().decode(JSONValue.self, from: Data(dump.output.utf8))
        func walk(_ command: JSONValue, _ path: [String]) -> [String] {
            guard case .array(let all)? = command["subcommands"] else { return [path.joined(separator: " ")] }
            let below = all.filter { $0["commandName"]?.string != "help" }
            if below.isEmpty { return [path.joined(separator: " ")] }
            return below.flatMap { walk($0, path + [$0["commandName"]?.string ?? ""]) }
        }
        let found = walk(try #require(root["command"]), [])
        #expect(found.count > 70)
        return found
    }
}
