import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Commands that are about one project, and those that are about all.
@Suite("Commands and projects")
struct ProjectCommandTests {
    @Test("Every command about one project refuses a project that does not exist, and suggests the nearest name")
    func unknown() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            let made = try await VinculaProcess.run(["api-keys", "create", "--project", "shop"] + data)
            let key = String(try #require(made.output.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(made.output)").output)
            let commands = [
                ["users"], ["users", "show", "ana"], ["users", "delete", "ana", "--yes"], ["users", "create"],
                ["users", "factors", "ana"], ["users", "remove-factor", "ana", "--all", "--yes"],
                ["users", "update", "ana", "--name", "Ana"], ["users", "claims", "ana"], ["users", "disable", "ana"],
                ["users", "enable", "ana"], ["users", "revoke", "ana"],
                ["users", "sessions", "list", "ana"], ["users", "sessions", "end", "ana", "handle"],
                ["users", "link", "ana", "google.com", "1"],
                ["users", "unlink", "ana", "google.com"], ["sms", "regions"], ["webhooks"],
                ["webhooks", "create", "https://a.example/"], ["webhooks", "delete", "w"], ["webhooks", "test", "w"],
                ["api-keys"],
                ["api-keys", "delete", key], ["service-accounts"], ["service-accounts", "delete", "robot"],
                ["service-accounts", "disable", "robot"], ["service-accounts", "enable", "robot"],
                ["service-accounts", "keys", "list", "robot"],
                ["service-accounts", "keys", "create", "robot", "--public-url", "http://localhost"],
                ["service-accounts", "keys", "delete", "robot", "1"], ["sign-in"], ["sign-in", "enable", "email"],
                ["sign-in", "disable", "email"], ["trust"], ["trust", "set", "github.com", "never"],
                ["trust", "reset", "github.com"], ["explain", "--provider", "google.com", "--subject", "1"],
                ["api-keys", "create"], ["service-accounts", "create", "robot", "--public-url", "http://localhost"],
                ["migration"], ["migration", "enable", "--firebase-project", "old"], ["migration", "disable"],
                ["email", "preview"], ["email", "outbox"], ["sms", "preview"], ["sms", "outbox"], ["audit"],
            ]
            for command in commands {
                let mistyped = try await VinculaProcess.run(command + ["--project", "shpo"] + data)
                #expect(mistyped.status != 0, "\(command): \(mistyped.output)")
                for words in ["There is no project shpo.", "Did you mean shop (vincula … --project shop"] {
                    #expect(mistyped.output.contains(words), "\(command): \(mistyped.output)")
                }
            }
            // The default of the settings is no project of production's.
            let unnamed = try await VinculaProcess.run(["users"] + data)
            #expect(unnamed.status != 0 && unnamed.output.contains("There is no project demo-project."), "\(unnamed.output)")
            #expect(unnamed.output.contains("Projects: shop.") && unnamed.output.contains("--project shop"), "\(unnamed.output)")
            let named = try await VinculaProcess.run(["users", "--project", "shop"] + data)
            #expect(named.status == 0, "\(named.output)")
        }
    }

    @Test("serve creates the first project of an empty folder, and no second one for a name that was mistyped")
    func serveUnknown() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            let created = try await VinculaProcess.run(["api-keys", "create", "--project", "shop"] + data)
            #expect(created.status == 0, "\(created.output)")
            let serve =
                [
                    "serve", "--listen", "127.0.0.1:0", "--public-url", "https://auth.example.com", "--behind-proxy", "--proxies",
                    "loopback",
                ] + VinculaProcess.cheap + data
            let refused = try await VinculaProcess.run(serve + ["--project", "shpo"])
            #expect(refused.status != 0, "\(refused.output)")
            for words in ["There is no project shpo.", "Did you mean shop", "vincula projects create shpo"] {
                #expect(refused.output.contains(words), "\(refused.output)")
            }
            let list = try await VinculaProcess.run(["projects"] + data).output
            #expect(list.contains("shop") && !list.contains("shpo"), "\(list)")
        }
    }

    /// Runs the command with a text as its standard input.
    private static func run(
        _ arguments: [String], input: String?
    ) async throws -> (status: Int32, output: String) {
        let script = "printf %s \"$0\" | exec \"$@\""
        let outcome = try await ChildProcess.run(
            URL(filePath: "/bin/sh"), ["-c", script, input ?? "", VinculaProcess.executable.path] + arguments)
        return (outcome.status, outcome.output)
    }

    @Test("projects creates, lists, shows and deletes; deleting asks for the name")
    func projects() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            func run(_ arguments: [String], input: String? = nil) async throws -> (status: Int32, output: String) {
                try await Self.run(["projects"] + arguments + data, input: input)
            }
            #expect(try await run(["create", "shop"]).status == 0)
            let again = try await run(["create", "shop"])
            #expect(again.status != 0 && again.output.contains("Project shop already exists."), "\(again.output)")
            #expect(try await run(["create", "a b"]).status != 0)
            let key = try await VinculaProcess.run(["api-keys", "create", "--project", "shop"] + data)
            #expect(key.status == 0, "\(key.output)")
            let listed = try await run(["list"])
            #expect(listed.output.contains("PROJECT") && listed.output.contains("shop"), "\(listed.output)")
            let kept = "AIza" + String(repeating: "k", count: 35)
            for (project, text) in [("shop", kept), ("shop", kept), ("shop", "AIza-short")] {
                let own = try await VinculaProcess.run(["api-keys", "create", "--key", text, "--project", project] + data)
                #expect((own.status == 0) == (text == kept && !own.output.contains("already exists")), "\(own.output)")
            }
            let keys = try await VinculaProcess.run(["api-keys", "--project", "shop"] + data)
            #expect(keys.output.contains(kept) && !keys.output.contains("AIza-short"), "\(keys.output)")
            #expect(try await run(["show", "shop"]).output.contains("every method is off"))
            for arguments in [["show", "shpo"], ["delete", "shpo", "--yes"]] {
                let unknown = try await run(arguments)
                #expect(unknown.status != 0 && unknown.output.contains("Did you mean shop"), "\(unknown.output)")
            }
            let flag = try await run(["list", "--project", "shop"])
            #expect(flag.status != 0 && flag.output.contains("--project has no effect here"), "\(flag.output)")
            let mistyped = try await run(["delete", "shop"], input: "shpo\n")
            #expect(mistyped.status != 0 && mistyped.output.contains("Nothing was deleted"), "\(mistyped.output)")
            let deleted = try await run(["delete", "shop"], input: "shop\n")
            #expect(deleted.status == 0 && deleted.output.contains("Deleted project shop with 0 accounts."), "\(deleted.output)")
            #expect(try await run(["list"]).output.contains("There are no projects yet."))
        }
    }

    @Test("migration is enabled with a key from standard input, shown without it, and disabled")
    func migration() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path, "--project", "shop"]
            _ = try await VinculaProcess.run(["api-keys", "create"] + data)
            func run(_ arguments: [String], input: String? = nil) async throws -> (status: Int32, output: String) {
                try await Self.run(["migration"] + arguments + data, input: input)
            }
            #expect(try await run([]).output.contains("Nobody moves to project shop"))
            let enable = ["enable", "--firebase-project", "old-shop", "--days", "30"]
            #expect(try await run(enable, input: "\n").output.contains("There is no API key."))
            let nobody = enable + ["--server", "https://127.0.0.1:9"]
            let unasked = try await run(nobody, input: "AIza-key\n")
            #expect(unasked.status != 0 && unasked.output.contains("cannot be asked with this API key"), "\(unasked.output)")
            #expect(unasked.output.contains("--no-try-key") && !unasked.output.contains("AIza"), "\(unasked.output)")
            #expect(try await run([]).output.contains("Nobody moves to project shop"))
            let enabled = try await run(enable + ["--ask-passwords", "--no-try-key"], input: "AIza-key\n")
            #expect(enabled.status == 0 && enabled.output.contains("from old-shop to project shop until"), "\(enabled.output)")
            let shown = try await run(["status"])
            #expect(shown.output.contains("old-shop") && shown.output.contains("Firebase"), "\(shown.output)")
            #expect(shown.output.contains("asked of the other server") && !shown.output.contains("AIza-key"), "\(shown.output)")
            for days in ["0", "181"] {
                #expect(try await run(["enable", "--firebase-project", "old-shop", "--days", days], input: "k\n").status != 0)
            }
            #expect(try await run(["disable"]).status == 0)
            #expect(try await run(["status"]).output.contains("Nobody moves"))
        }
    }

    @Test("audit lists the changes of all projects, or of one with --project; the configuration filters nothing")
    func audit() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            for project in ["shop", "club"] {
                let created = try await VinculaProcess.run(["projects", "create", project] + data)
                #expect(created.status == 0 && created.output.contains("Created project \(project)."), "\(created.output)")
                let made = try await VinculaProcess.run(["api-keys", "create", "--project", project] + data)
                #expect(made.status == 0, "\(made.output)")
            }
            let all = try await VinculaProcess.run(["audit"] + data, environment: ["VINCULA_PROJECT": "shop"])
            #expect(all.status == 0 && all.output.contains("PROJECT"), "\(all.output)")
            #expect(all.output.contains(" shop ") && all.output.contains(" club "), "\(all.output)")
            let one = try await VinculaProcess.run(["audit", "--project", "club"] + data)
            #expect(one.status == 0 && one.output.contains(" club ") && !one.output.contains(" shop "), "\(one.output)")
            let last = try await VinculaProcess.run(["audit", "--project", "shop", "--limit", "1", "--json"] + data)
            #expect(last.status == 0 && last.output.contains(#""project":"shop""#), "\(last.output)")
        }
    }

    @Test("email outbox lists all projects' mails, and with --project one's")
    func outbox() async throws {
        try await withFolder { folder in
            // Nobody listens there, so the mails wait.
            let server = try await VinculaProcess.serve(
                ["--data", folder.path, "--smtp-host", "127.0.0.1", "--smtp-port", "9", "--smtp-security", "none"]
                    + ["--mail-from", "accounts@example.com"] + VinculaProcess.cheap)
            for project in ["shop", "club"] {
                let asked = try await server.admin(
                    "POST", "v1/projects/\(project)/accounts:sendOobCode",
                    ["requestType": "EMAIL_SIGNIN", "email": "ana@example.com", "continueUrl": "http://localhost/"])
                #expect(asked.status == 200, "\(asked.text)")
            }
            let data = ["--data", folder.path]
            let all = try await VinculaProcess.run(["email", "outbox"] + data, environment: ["VINCULA_PROJECT": "shop"])
            #expect(all.status == 0 && all.output.contains(" shop ") && all.output.contains(" club "), "\(all.output)")
            let one = try await VinculaProcess.run(["email", "outbox", "--project", "club"] + data)
            #expect(one.status == 0 && one.output.contains(" club ") && !one.output.contains(" shop "), "\(one.output)")
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }

    @Test("sms preview shows the project's texts, and sms outbox what could not be sent, without numbers and codes")
    func texts() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            // Nobody listens there, so the messages wait.
            let server = try await VinculaProcess.serve(
                data + ["--sms-gateway", "json", "--sms-url", "http://127.0.0.1:9/send"] + VinculaProcess.cheap,
                environment: ["VINCULA_SMS_TOKEN": "secret"])
            let configured = try await server.admin(
                "PATCH",
                "v2/projects/demo-project/config?updateMask=vincula.phone.templates,smsRegionConfig,signIn.phoneNumber.enabled",
                [
                    "vincula": ["phone": ["templates": ["es": "%APP_NAME%: %LOGIN_CODE%"]]],
                    "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["ES"]]],
                    "signIn": ["phoneNumber": ["enabled": true]],
                ])
            #expect(configured.status == 200, "\(configured.text)")
            let asked = try await HTTP.post(
                "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k",
                ["phoneNumber": "+34600000001"])
            #expect(asked.status == 200, "\(asked.text)")
            let waiting = try await VinculaProcess.run(["sms", "outbox"] + data)
            #expect(waiting.status == 0 && waiting.output.contains(" demo-project "), "\(waiting.output)")
            #expect(waiting.output.contains(" code ") && !waiting.output.contains("34600"), "\(waiting.output)")
            let mails = try await VinculaProcess.run(["email", "outbox"] + data)
            #expect(mails.output.contains("There are no waiting or failed emails."), "\(mails.output)")
            let all = try await VinculaProcess.run(["sms", "preview"] + data)
            #expect(all.status == 0 && all.output.contains("es (1 segment)\ndemo-project: 123456\n"), "\(all.output)")
            #expect(all.output.contains("de (1 segment)\n123456 ist dein Code für demo-project."), "\(all.output)")
            let app = try await VinculaProcess.run(
                ["sms", "preview", "--language", "es", "--app-hash", "FA+9qCX9VSu"] + data)
            #expect(app.output == "es (1 segment)\ndemo-project: 123456\nFA+9qCX9VSu\n", "\(app.output)")
            let site = try await VinculaProcess.run(["sms", "preview", "--language", "es", "--domain", "shop.example"] + data)
            #expect(site.output.hasSuffix("\n\n@shop.example #123456\n"), "\(site.output)")
            for wrong in [
                ["--app-hash", "short"], ["--domain", "127.0.0.1"], ["--app-hash", "FA+9qCX9VSu", "--domain", "a.b"],
            ] {
                #expect(try await VinculaProcess.run(["sms", "preview"] + wrong + data).status == 64, "\(wrong)")
            }
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }
}
