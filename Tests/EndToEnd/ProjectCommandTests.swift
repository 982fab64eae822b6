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
                ["users", "enable", "ana"], ["users", "revoke", "ana"], ["users", "link", "ana", "google.com", "1"],
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

    @Test("audit lists the changes of all projects, or of one with --project; the configuration filters nothing")
    func audit() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            for project in ["shop", "club"] {
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
