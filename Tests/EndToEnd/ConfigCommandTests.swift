import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula config`.
@Suite("vincula config")
struct ConfigCommandTests {
    /// Runs commands on a folder.
    private struct Shell {
        let folder: URL

        func callAsFunction(_ command: String, _ more: [String] = [], input: String? = nil) async throws -> ChildProcess.Outcome {
            try await PostgreSQLProcess.vincula(
                ["config"] + command.split(separator: " ").map(String.init) + more,
                [
                    "VINCULA_PROJECT": "shop", "VINCULA_DATA": folder.path, "VINCULA_PUBLIC_URL": "https://auth.example.com",
                ], input: input ?? "")
        }

        func good(_ command: String, _ more: [String] = [], input: String? = nil) async throws -> String {
            let outcome = try await self(command, more, input: input)
            #expect(outcome.status == 0, "\(command): \(outcome.output)")
            return outcome.output
        }
    }

    @Test("The table of projects' settings in Operations.md is the command's")
    func operations() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/Operations.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let table = try await VinculaProcess.run(["settings-table", "--projects"])
        #expect(table.output.split(separator: "\n").count > 70)
        #expect(
            text.contains(table.output.trimmingCharacters(in: .newlines) + "\n\n"),
            "It is out of date: run scripts/settings-table.sh.")
    }

    @Test("Beside a running server: methods, values, domains, providers and mail, without JSON; each change is in the audit log")
    func besideServer() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let config = Shell(folder: folder)
            let signUp = "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)"
            func code(_ password: String) async throws -> String? {
                let body: JSONValue = .object(["email": "ana@example.com", "password": .string(password)])
                return try await HTTP.post(signUp, body).code
            }
            #expect(try await code("correct horse") == "OPERATION_NOT_ALLOWED")
            #expect(try await config.good("enable email").contains("email is on in project shop."))
            let length = "passwordPolicyConfig.minPasswordLength"
            #expect(try await config.good("set \(length) 20").contains("is 20 in project shop."))
            #expect(try await code("correct horse") == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
            #expect(try await config.good("get \(length)") == "20\n")
            #expect(try await config.good("unset \(length)").contains("is 8 in project shop."))
            #expect(try await code("correct horse") == nil)
            let high = try await config("set \(length) 31")
            #expect(high.status != 0 && high.output.contains("minPasswordLength must be from 6 to 30"), "\(high.output)")

            #expect(try await config.good("domains add App.Example.com b.example").contains("app.example.com, b.example"))
            #expect(try await config.good("domains") == "localhost\napp.example.com\nb.example\n")
            #expect(try await config.good("domains remove b.example").contains("no longer lead to b.example"))
            let stray = try await config("domains remove app.exmaple.com")
            #expect(stray.status != 0 && stray.output.contains("Did you mean app.example.com?"), "\(stray.output)")
            #expect(try await config("domains add https://a.example/").status != 0)

            let file = folder.appending(path: "secret.txt")
            try Data("s3cret-google\n".utf8).write(to: file)
            let google = try await config.good("providers set google.com --client-id web.example --secret-file", [file.path])
            #expect(
                google.contains("Configured google.com")
                    && google.contains("https://auth.example.com/__/auth/callback/google.com"))
            #expect(google.contains(/Client secret +set/) && !google.contains("s3cret-google"), "\(google)")
            #expect(google.contains("Note: Google's client ids end with") && !google.contains("Nobody can"), "\(google)")
            let bare = try await config.good("providers set linkedin.com --client-id shop")
            #expect(bare.contains("Note: Sign-in at the provider's page needs a client secret"), "\(bare)")
            let oidc = try await config.good(
                "providers set oidc.acme --issuer https://login.acme.example --client-id shop --secret", input: "s3cret-acme")
            #expect(oidc.contains("/__/auth/callback/oidc.acme/shop") && !oidc.contains("s3cret-acme"), "\(oidc)")
            let plain = try await config.good(
                "providers set oauth2.acme --client-id shop --authorization-url https://acme.example/a --token-url https://acme.example/t --profile-url https://acme.example/me --member-subject id --secret",
                ["--scopes", "openid email,phone"], input: "s3cret-oauth")
            #expect(plain.contains("https://acme.example/me") && plain.contains(/Scopes +openid email phone/), "\(plain)")
            let empty = try await config("providers set oauth2.bare --client-id shop")
            #expect(empty.status != 0 && empty.output.contains("needs --authorization-url"), "\(empty.output)")
            let moved = try await config("providers set oidc.acme --issuer https://evil.example")
            #expect(moved.status != 0 && moved.output.contains("clientSecret was entered for another"), "\(moved.output)")
            #expect(
                try await config("providers set google.com --issuer https://a.example").output.contains(
                    "--issuer is for oidc.NAME"))
            #expect(try await config("providers show gogle.com").output.contains("Did you mean google.com?"))
            #expect(try await config("providers show github.com").output.contains("github.com is not configured here"))
            #expect(try await config("enable saml.acme").output.contains("vincula sign-in saml add saml.acme --metadata FILE"))
            #expect(try await config.good("disable google.com").contains("google.com is off in project shop."))
            #expect(try await config.good("providers enable google.com").contains("google.com is on"))
            #expect(try await config.good("providers list").contains(/oidc.acme +on +shop +the project/))
            #expect(try await config.good("providers remove oauth2.acme").contains("Removed oauth2.acme"))

            let lonely = try await config("set notification.sendEmail.smtp.host smtp.example.com")
            #expect(lonely.status != 0 && lonely.output.contains("vincula config mail set --from"), "\(lonely.output)")
            let mail = try await config.good(
                "mail set --from accounts@example.com --host smtp.example.com --username accounts", input: "s3cret-mail")
            #expect(mail.contains("go through its own mail server"), "\(mail)")
            let shown = try await config.good("mail show")
            #expect(shown.contains("smtp.example.com:587") && shown.contains(/Password +set/) && !shown.contains("s3cret"))
            #expect(try await config.good("get notification.sendEmail.smtp.password") == "(set)\n")
            #expect(try await config.good("mail set --off").contains("server's mail server again"))
            let argument = try await config("set notification.sendEmail.smtp.password s3cret-argument")
            #expect(argument.status != 0 && argument.output.contains("other users of this machine can see arguments"))

            let keys = try await config.good("set vincula.sessions.keys required")
            #expect(keys.contains("Note: Clients without a key are refused: Firebase's own SDKs have none"), "\(keys)")
            #expect(keys.contains("Sessions without a key end at their next refresh"), "\(keys)")
            let until = try await config.good("set vincula.sessions.unboundUntil 2099-01-01T00:00:00Z")
            #expect(until.contains("Sessions without a key go on until 2099-01-01T00:00:00Z, and end then."), "\(until)")
            let notices = try await config.good("set vincula.sessions.newDeviceNotices true")
            #expect(notices.contains("Note: No mail is sent, so nobody is told"), "\(notices)")
            #expect(notices.contains("only the service's own environment names (VINCULA_SMTP_HOST"), "\(notices)")
            let doctor = try await ProductionProcess.vincula(["doctor"], folder).output
            #expect(doctor.contains("note  Project shop, vincula.sessions.keys: Clients without a key are refused"), "\(doctor)")
            #expect(doctor.contains("note  Project shop, vincula.sessions.newDeviceNotices: No mail is sent"), "\(doctor)")
            #expect(try await !config.good("set vincula.sessions.keys optional").contains("Note"))
            #expect(try await !config.good("set vincula.sessions.newDeviceNotices false").contains("Note"))

            #expect(doctor.contains("(smtp.host). Users cannot") && doctor.contains("environment names"), "\(doctor)")
            let linkedIn = /at LinkedIn's page in project shop, .* set linkedin.com --secret --project shop/
            #expect(doctor.contains(linkedIn), "\(doctor)")
            #expect(!doctor.contains("at Google's page in project"), "\(doctor)")
            let group = try await config.good("get passwordPolicyConfig")
            #expect(group.contains(/passwordPolicyConfig\.minPasswordLength +8/) && !group.contains("mfa.state"), "\(group)")
            let all = try await config.good("get")
            #expect(all.contains(/signIn\.email\.enabled +true/) && !all.contains("s3cret"), "\(all)")
            #expect(try await config.good("get --all").contains("vincula.page.color\n    The colour"))
            let audit = try await ProductionProcess.vincula(["audit", "--json"], folder).output
            #expect(audit.contains(#""action":"provider.create""#) && audit.contains(#""action":"config.update""#), "\(audit)")
            #expect(!audit.contains("s3cret"))
            for name in ["vincula.sqlite", "vincula.sqlite-wal"] {
                let bytes = try? Data(contentsOf: folder.appending(path: name))
                #expect(bytes?.firstRange(of: Data("s3cret".utf8)) == nil)
            }
        }
    }

    @Test("A tenant's settings, its methods and providers; what it does not have is refused by name")
    func tenants() async throws {
        try await withFolder { folder in
            _ = try await ProductionProcess.vincula(["api-keys", "create"], folder)
            _ = try await ProductionProcess.vincula(["tenants", "allow"], folder)
            let made = try await ProductionProcess.vincula(["tenants", "create", "acme"], folder).output
            let tenant = String(try #require(made.firstMatch(of: /acme-[a-z0-9]+/)).output)
            let config = Shell(folder: folder)
            let flag = ["--tenant", tenant]
            #expect(try await config.good("enable email", flag).contains("email is on in tenant \(tenant)"))
            #expect(try await config.good("get allowPasswordSignup", flag) == "true\n")
            #expect(try await config.good("set signIn.anonymous.enabled on", flag).contains("true in tenant"))
            #expect(try await config.good("get enableAnonymousUser", flag) == "true\n")
            #expect(try await config("enable phone", flag).output.contains("a phone is a second factor only"))
            let own = try await config("set vincula.page.color #1a4fba", flag)
            #expect(own.status != 0 && own.output.contains("tenants take their project's: leave out --tenant"), "\(own.output)")
            #expect(try await config("get allowPasswordSignup").output.contains("is a setting of tenants"))
            let google = try await config.good(
                "providers set google.com --client-id 1-a.apps.googleusercontent.com", flag)
            #expect(google.contains("page needs a client secret") && !google.contains("Google's client ids"), "\(google)")
            #expect(try await config.good("providers list", flag).contains(/google.com +on/))
            #expect(try await config.good("providers list").contains("There are no providers in project shop."))
            #expect(try await config("get", ["--tenant", "acme-nope0"]).output.contains("There is no such tenant."))
        }
    }

    @Test(
        "A misspelt name is refused with the nearest one; a server's setting with where it is set",
        arguments: [
            ("get signIn.emial.enabled", "Unknown setting signIn.emial.enabled. Did you mean signIn.email.enabled?"),
            ("set autorizedDomains a.example", "Unknown setting autorizedDomains. Did you mean authorizedDomains?"),
            ("unset vincula.page.colour", "Did you mean vincula.page.color?"),
            ("set smtp.hots a", "Unknown setting smtp.hots. Did you mean smtp.host?"),
            ("set minPaswordLength 10", "Did you mean passwordPolicyConfig.minPasswordLength?"),
            ("get zzz", "Unknown setting zzz. `vincula config get --all` lists them all."),
            ("enable emial", "Unknown sign-in method emial. Did you mean email?"),
            ("enable gogle.com", "Unknown sign-in method gogle.com. Did you mean google.com?"),
            ("get smtp.host", "set smtp.host in the configuration file, or VINCULA_SMTP_HOST in the environment, or --smtp-host"),
            ("set VINCULA_LISTEN 1", "VINCULA_LISTEN is a setting of the server, not of a project"),
            ("get smtp.password", "VINCULA_SMTP_PASSWORD in the environment, and restart the server."),
            ("domian list", "Unknown command vincula config domian. Did you mean domains?"),
        ])
    func misspelt(command: String, words: String) async throws {
        try await withFolder { folder in
            let outcome = try await Shell(folder: folder)(command)
            #expect(outcome.status != 0 && outcome.output.contains(words), "\(outcome.output)")
        }
    }

    @Test(
        "vincula sign-in, too, names the nearest method",
        arguments: [
            ("emial", "Unknown sign-in method emial. Did you mean email?"),
            ("zzz", "There are email, email-link, anonymous, phone."),
            ("google.com", "Providers have theirs in vincula config enable."),
        ])
    func misspeltMethod(method: String, words: String) async throws {
        try await withFolder { folder in
            for way in ["enable", "disable"] {
                let outcome = try await VinculaProcess.run(["sign-in", way, method, "--data", folder.path])
                #expect(outcome.status != 0 && outcome.output.contains(words), "\(outcome.output)")
            }
        }
    }
}
