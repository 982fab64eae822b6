import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import Testing
import VinculaCore

/// What commands leave behind, and what they say to somebody who has just begun.
@Suite("Commands that are refused, or come first")
struct OperatorCommandTests {
    @Test("A refused command leaves nothing: no folder, no project, no file")
    func refused() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            let file = folder.appending(path: "key.json").path
            let robot = ["service-accounts", "create", "robot", "--out", file]
            let commands = [
                ["projects", "create", "a b"], ["api-keys", "create", "--key", "AIza-short"],
                ["api-keys", "create", "--project", "a b"], ["api-keys", "create", "--unknown"], robot,
                ["service-accounts", "create", "Not A Name", "--public-url", "http://localhost", "--out", file],
                robot + ["--public-url", "http://localhost", "--role", "king"],
                ["tenants", "create", "acme"], ["tenants", "allow"], ["users", "create", "--email", "ana@example.com"],
                ["webhooks", "create", "https://a.example/"], ["sign-in", "enable", "email"],
                ["blocking", "set", "beforeCreate", "https://a.example/"],
                ["export", folder.appending(path: "out.json").path], ["import", "firebase", "users.json"],
                ["import", "firebase", "users.json", "--dry-run"],
            ]
            for command in commands {
                let outcome = try await VinculaProcess.run(command + data)
                #expect(outcome.status != 0, "\(command): \(outcome.output)")
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(left.isEmpty, "\(command): \(left)")
            }
            // Nor where there is data but no project, and nothing in the audit log.
            #expect(try await VinculaProcess.run(["projects", "create", "shop"] + data).status == 0)
            #expect(try await VinculaProcess.run(["projects", "delete", "shop", "--yes"] + data).status == 0)
            let before = try await VinculaProcess.run(["audit"] + data).output
            for command in commands {
                #expect(try await VinculaProcess.run(command + data).status != 0, "\(command)")
            }
            #expect(try await VinculaProcess.run(["projects"] + data).output.contains("There are no projects yet."))
            #expect(try await VinculaProcess.run(["audit"] + data).output == before)
            let made = try await VinculaProcess.run(["api-keys", "create", "--project", "shop"] + data)
            #expect(made.status == 0, "\(made.output)")
        }
    }

    @Test("Whoever has just installed it is told the command that comes first, and can then import without a server")
    func first() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data").path
            let users = folder.appending(path: "users.json").path
            try Data(#"{"users":[{"localId":"ana","email":"ana@example.com"}]}"#.utf8).write(to: URL(filePath: users))
            let commands = [
                ["import", "firebase", users], ["import", "firebase", users, "--dry-run"], ["import", "verify", users],
                ["users", "import", "firebase", users], ["export", folder.appending(path: "out.json").path],
                ["users", "export", folder.appending(path: "out.json").path], ["users"],
            ]
            for command in commands {
                let named = try await VinculaProcess.run(command + ["--data", data, "--project", "shop"])
                #expect(named.status == 1, "\(named.output)")
                #expect(named.output.contains("vincula projects create shop --data \(data)"), "\(command): \(named.output)")
                let unnamed = try await VinculaProcess.run(command + ["--data", data])
                #expect(unnamed.output.contains("vincula projects create NAME --data \(data)"), "\(unnamed.output)")
            }
            #expect(try await VinculaProcess.run(["projects", "create", "shop", "--data", data]).status == 0)
            let imported = try await VinculaProcess.run(commands[0] + ["--data", data, "--project", "shop"])
            #expect(imported.status == 0 && imported.output.contains("1 new"), "\(imported.output)")
        }
    }

    @Test("doctor says which project's emails go where, and which project has nowhere to send them")
    func doctorMail() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            for project in ["shop", "blog"] {
                #expect(try await VinculaProcess.run(["projects", "create", project] + data).status == 0)
            }
            func doctor(_ flags: String...) async throws -> String {
                try await VinculaProcess.run(["doctor"] + flags + data).output
            }
            func giveServer(to project: String) async throws {
                let answer = try await server.admin(
                    "PATCH", "v2/projects/\(project)/config?updateMask=notification.sendEmail",
                    [
                        "notification": [
                            "sendEmail": [
                                "method": "CUSTOM_SMTP",
                                "smtp": [
                                    "senderEmail": "app@shop.example", "host": "smtp.shop.example", "port": 465,
                                    "securityMode": "SSL",
                                ],
                            ]
                        ]
                    ])
                #expect(answer.status == 200, "\(answer.text)")
            }
            #expect(try await doctor().contains("No email is sent: no mail server is set (smtp.host)."))
            try await giveServer(to: "shop")
            let own = "Emails of project shop go to smtp.shop.example:465, its own mail server."
            let one = try await doctor()
            #expect(one.contains(own) && !one.contains("No email is sent"), "\(one)")
            #expect(one.contains("No other email is sent: project blog has no mail server"), "\(one)")
            #expect(try await doctor("--dev").contains("No other emails are sent; read those at /emulator/inbox."))
            let both = try await doctor("--smtp-host", "mail.example.com", "--mail-from", "a@example.com")
            #expect(both.contains(own) && both.contains("All other emails go to mail.example.com:587."), "\(both)")
            try await giveServer(to: "blog")
            let all = try await doctor()
            #expect(all.contains("Emails of project blog go to") && !all.contains("email is sent"), "\(all)")
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }

    @Test("A test that does not connect to a private address names the setting that the running server may have")
    func privateAddresses() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path, "--project", "shop"]
            #expect(try await VinculaProcess.run(["projects", "create", "shop", "--data", folder.path]).status == 0)
            let hint = "pass --providers-allow-private-addresses here as well."
            let allowed = ["--providers-allow-private-addresses"]
            let url = "https://10.255.255.1/hook"
            let set = ["blocking", "set", "beforeCreate"]
            let refused = try await VinculaProcess.run(set + [url] + data)
            #expect(refused.status == 1 && refused.output.contains(hint), "\(refused.output)")
            let plain = try await VinculaProcess.run(set + ["ftp://a.example/"] + allowed + data)
            #expect(plain.status == 1 && !plain.output.contains(hint), "\(plain.output)")
            #expect(try await VinculaProcess.run(set + ["https://127.0.0.1:9/hook"] + allowed + data).status == 0)
            let test = ["blocking", "test", "beforeCreate"]
            let outside = try await VinculaProcess.run(test + data)
            #expect(outside.status == 1 && outside.output.contains("does not connect to"), "\(outside.output)")
            #expect(outside.output.contains(hint), "\(outside.output)")
            let inside = try await VinculaProcess.run(test + allowed + data)
            #expect(inside.status == 1 && inside.output.contains("could not be reached"), "\(inside.output)")
            #expect(!inside.output.contains(hint), "\(inside.output)")
        }
    }

    @Test("An export beside a running server is in the audit log, of a tenant too, and one that is refused is not")
    func recordedExports() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
                try await VinculaProcess.run(arguments + data)
            }
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            #expect(try await server.call("accounts:signUp").status == 200)
            #expect(try await run("tenants", "allow").status == 0)
            let made = try await run("tenants", "create", "acme")
            let tenant = String(try #require(made.output.firstMatch(of: /acme-[a-z0-9]{5}/)?.0, "\(made.output)"))
            let file = folder.appending(path: "out.json").path
            #expect(try await run("users", "export", file).status == 0)
            #expect(try await run("export", file).status == 1, "it exists")
            #expect(try await run("export", file, "--replace", "--tenant", tenant).status == 0)
            let redirected = try await ChildProcess.run(
                URL(filePath: "/bin/sh"),
                ["-c", #"file="$1"; shift; "$0" export "$@" > "$file""#, VinculaProcess.executable.path, file + "2"] + data)
            #expect(redirected.output == "Wrote 1 account to standard output.\n", "\(redirected.output)")
            let written = try Data(contentsOf: URL(filePath: file + "2"))
            #expect(JSONValue.parse(written)?["users"]?.text.contains("localId") == true, "\(redirected.output)")
            #expect(try await run("export", "--with-hashes").output.contains("name a file for the accounts"))
            let records = try await run("audit", "--json").output.split(separator: "\n").filter { $0.contains("account.export") }
            #expect(records.count == 3, "\(records)")
            for (word, accounts) in [(#""tenant":"\#(tenant)""#, 0), (#""project":"demo-project""#, 1)] {
                let record = records.first { $0.contains(word) && $0.contains(#""accounts":\#(accounts)"#) }
                #expect(record?.contains(NSUserName()) == true, "\(word): \(records)")
            }
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }
}
