import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Custom tokens and session cookies by the built command, the Admin SDK for Python, and `vincula custom-token-keys`.
@Suite("Custom tokens and session cookies")
struct CustomTokenTests {
    private static let script = FixtureScript.path("firebase_admin_tokens.py")

    private static func python(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(OpenIDProviderProcess.python, ["-W", "ignore", script] + arguments)
    }

    @Test("The Admin SDK under --dev, by its emulator variable")
    func emulator() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
            let outcome = try await Self.python(["emulator", server.url, "any", "demo-project"])
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("custom tokens\nsession cookies\nrevocation"), "\(outcome.output)")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("The Admin SDK in production, by its key file: our service account, and Firebase's once its key is accepted")
    func production() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let file = folder.appending(path: "backend.json").path
            let create = ["service-accounts", "create", "backend", "--out", file, "--public-url", server.url]
            #expect(try await ProductionProcess.vincula(create, folder).status == 0)
            let outcome = try await Self.python(["production", server.url, server.apiKey, file])
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("custom tokens\nsession cookies\nrevocation"), "\(outcome.output)")

            // Another installation stands in for Firebase: its key file has the same form.
            let foreign = folder.appending(path: "firebase.json").path
            let elsewhere = folder.appending(path: "elsewhere").path
            let made = try await VinculaProcess.run([
                "service-accounts", "create", "admin", "--project", "old-app", "--data", elsewhere, "--out", foreign,
                "--public-url",
                "https://old.example",
            ])
            #expect(made.status == 0, "\(made.output)")
            func signIn() async throws -> String {
                let outcome = try await Self.python(["production", server.url, server.apiKey, file, foreign])
                #expect(outcome.status == 0, "\(outcome.output)")
                return outcome.output
            }
            func run(_ arguments: [String]) async throws -> String {
                let outcome = try await ProductionProcess.vincula(["custom-token-keys"] + arguments, folder)
                #expect(outcome.status == 0, "\(arguments): \(outcome.output)")
                return outcome.output
            }
            // The person was disabled by the script.
            _ = try await ProductionProcess.vincula(["users", "delete", "ana", "--yes"], folder)
            let email = "admin@old-app.iam.gserviceaccount.com"
            #expect(try await run([]).contains("Project shop accepts no foreign custom tokens."))
            #expect(try await signIn().contains("sign-in INVALID_CUSTOM_TOKEN"))
            #expect(try await run(["add", foreign]).contains("Project shop accepts key"))
            #expect(try await run(["add", foreign]).contains("accepted these keys already"))
            #expect(try await signIn().contains("sign-in ana"))
            let list = try await run(["list"])
            #expect(list.contains(email) && list.contains("never") && !list.contains("disabled"), "\(list)")
            #expect(try await run(["disable", email]).contains("Disabled key"))
            #expect(try await run(["list"]).contains("disabled"))
            #expect(try await signIn().contains("sign-in INVALID_CUSTOM_TOKEN"))
            #expect(try await run(["enable", email]).contains("Enabled key"))
            #expect(try await signIn().contains("sign-in ana"))
            #expect(try await run(["delete", email]).contains("Deleted key"))
            #expect(try await signIn().contains("sign-in INVALID_CUSTOM_TOKEN"))
            let log = try await ProductionProcess.vincula(["audit", "--action", "custom-token-key.add"], folder)
            #expect(log.output.contains(email), "\(log.output)")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("custom-token-keys add: certificates as Google lists them, a single one in PEM, and what it says of anything else")
    func files() async throws {
        try await withFolder { folder in
            #expect(try await ProductionProcess.vincula(["api-keys", "create"], folder).status == 0)
            let pem = folder.appending(path: "cert.pem").path
            let made = try await ChildProcess.run(
                URL(filePath: "/usr/bin/env"),
                [
                    "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=1", "-out", pem,
                    "-keyout", folder.appending(path: "key.pem").path,
                ])
            #expect(made.status == 0, "\(made.output)")
            let certificate = try String(contentsOfFile: pem, encoding: .utf8)
            let list = folder.appending(path: "list.json").path
            try JSONValue.object(["k1": .string(certificate), "k2": .string(certificate)]).text.write(
                toFile: list, atomically: true, encoding: .utf8)
            func add(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                try await ProductionProcess.vincula(["custom-token-keys", "add"] + arguments, folder)
            }
            let several = try await add([list, "--service-account", "a@old-app.iam"])
            #expect(several.status == 0 && several.output.contains("key k1 of a@old-app.iam"), "\(several.output)")
            #expect(several.output.contains("key k2 of a@old-app.iam"))
            let single = try await add([pem, "--service-account", "b@old-app.iam", "--key-id", "k3"])
            #expect(single.status == 0 && single.output.contains("key k3 of b@old-app.iam"), "\(single.output)")
            let shown = try await ProductionProcess.vincula(["custom-token-keys"], folder)
            #expect(shown.output.contains("k1") && !shown.output.contains("never"), "\(shown.output)")
            for (arguments, text) in [
                ([list], "pass --service-account"), ([pem, "--service-account", "a@b"], "pass --key-id"),
                ([list, "--service-account", "a@b", "--key-id", "k"], "do not pass --key-id"),
                ([list, "--service-account", "nobody"], "is not a service account's email"),
                ([folder.appending(path: "none").path], "no such file or directory"),
                (
                    [folder.appending(path: "key.pem").path, "--service-account", "a@b", "--key-id", "k"],
                    "neither a certificate nor"
                ),
            ] {
                let outcome = try await add(arguments)
                #expect(outcome.status != 0 && outcome.output.contains(text), "\(arguments): \(outcome.output)")
            }
            let nobody = try await ProductionProcess.vincula(["custom-token-keys", "delete", "x@y"], folder)
            #expect(nobody.status != 0 && nobody.output.contains("accepts no custom tokens of x@y"), "\(nobody.output)")
        }
    }

    @Test("The issuers of ID tokens and session cookies must differ")
    func issuers() async throws {
        try await withFolder { folder in
            let same = ["--issuer-prefix", "https://a.example/", "--cookie-issuer-prefix", "https://a.example/"]
            let outcome = try await VinculaProcess.run(["serve", "--dev", "--data", folder.path] + same)
            #expect(outcome.status != 0 && outcome.output.contains("must differ"), "\(outcome.output)")
        }
    }
}
