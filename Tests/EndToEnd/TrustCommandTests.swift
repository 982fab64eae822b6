import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula trust`, and what `explain` says of it.
@Suite("vincula trust")
struct TrustCommandTests {
    @Test("set, list, reset: a running server applies it at once, and explain says why")
    func trust() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            func run(_ arguments: [String]) async throws -> String {
                let outcome = try await VinculaProcess.run(arguments + data)
                #expect(outcome.status == 0, "\(arguments) \(outcome.output)")
                return outcome.output
            }
            let facts = ["--provider", "github.com", "--subject", "1", "--email", "v@acme.example", "--email-verified"]
            _ = try await server.admin(
                "POST", "v1/projects/demo-project/accounts", ["email": "v@acme.example", "emailVerified": true])
            _ = try await run(["trust", "set", "default", "domainOwner"])
            #expect(try await run(["explain"] + facts).contains("does not run the mailbox"))
            let set = try await run(["trust", "set", "github.com", "domainOwner", "--domains", "ACME.example"])
            #expect(set.contains("github.com in project demo-project: domainOwner, plus acme.example."))
            let list = try await run(["trust", "list"])
            #expect(list.contains("domainOwner, plus acme.example  the project"), "\(list)")
            let explained = try await run(["explain"] + facts)
            #expect(explained.contains("v@acme.example: proven"), "\(explained)")
            #expect(explained.contains("trusted with this domain") && explained.contains("set by the project"))
            let body: [String: JSONValue] = [
                "requestUri": "http://localhost",
                "postBody": .string(
                    "providerId=github.com&id_token="
                        + (#"{"sub":"1","email":"v@acme.example","email_verified":true}"#
                            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")),
            ]
            let joined = try await server.call("accounts:signInWithIdp", body)
            #expect(joined["localId"] != nil && joined.json["needConfirmation"] == nil, "\(joined.text)")
            let reset = try await run(["trust", "reset", "github.com"])
            #expect(reset.contains("domainOwner, set by the project's default"), "\(reset)")
        }
    }

    @Test("the server's configuration applies to all projects that have none of their own")
    func serverTrust() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            _ = try await server.call("accounts:signUp")
            // As in production, where no provider is believed for its word.
            try FileManager.default.removeItem(at: folder.appending(path: "development"))
            let file = folder.appending(path: "vincula.json")
            let tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"
            let json =
                #"{"providers":{"trust":["github.com=assertsVerified","oidc.a=domainOwner:a.example+b.example"]},"#
                + #""microsoft":{"tenants":["common","\#(tenant)"]}}"#
            try Data(json.utf8).write(to: file)
            let config = ["--config", file.path] + data
            let nowhere = try await VinculaProcess.run(["trust", "set", "github.com", "never", "--project", "shpo"] + config)
            #expect(nowhere.status != 0 && nowhere.output.contains("There is no project shpo."), "\(nowhere.output)")
            let list = try await VinculaProcess.run(["trust"] + config)
            #expect(list.output.contains("assertsVerified"), "\(list.output)")
            #expect(list.output.contains("domainOwner, plus a.example, b.example  the server's configuration"), "\(list.output)")
            // Under --dev any name is a project.
            let made = try await VinculaProcess.run(["projects", "create", "demo-project"] + config)
            #expect(made.status == 0, "\(made.output)")
            let set = try await VinculaProcess.run(["trust", "set", "github.com", "never"] + config)
            #expect(set.status == 0, "\(set.output)")
            let own = try await VinculaProcess.run(["trust"] + config)
            #expect(own.output.contains("never"), "\(own.output)")
            #expect(!own.output.contains("assertsVerified"), "\(own.output)")
            let work = [
                "explain", "--provider", "microsoft.com", "--subject", "1", "--email", "v@corp.example",
                "--microsoft-tenant", tenant, "--microsoft-domain-proven",
            ]
            let listed = try await VinculaProcess.run(work + config)
            #expect(
                listed.output.contains("v@corp.example: proven") && listed.output.contains("tenant is listed"), "\(listed.output)"
            )
            #expect(try await VinculaProcess.run(work + data).output.contains("v@corp.example: claimed"))
        }
    }

    @Test(
        "invalid values are refused, with the allowed ones",
        arguments: [
            ["trust", "set", "google.com", "always"], ["trust", "set", "nobody.com", "never"],
            ["trust", "set", "google.com", "never", "--domains", "a.example"],
            ["trust", "set", "google.com", "domainOwner", "--domains", "nonsense"],
            ["trust", "set", "default", "domainOwner", "--domains", "a.example"], ["trust", "reset", "nobody.com"],
            ["doctor", "--dev", "--providers-trust", "google.com"],
            ["doctor", "--dev", "--providers-trust", "google.com=always"],
            ["doctor", "--dev", "--providers-trust", "google.com=never,google.com=never"],
            ["doctor", "--dev", "--providers-trust", "saml.=never"],
            ["doctor", "--dev", "--providers-trust", "google.com=domainOwner:"],
            ["doctor", "--dev", "--microsoft-tenants", "everybody"], ["doctor", "--dev", "--game-center-key-url", "nonsense"],
        ])
    func refused(arguments: [String]) async throws {
        try await withFolder { folder in
            let outcome = try await VinculaProcess.run(arguments + ["--data", folder.path])
            #expect(outcome.status != 0, "\(outcome.output)")
            #expect(
                outcome.output.contains("Trust:") || outcome.output.contains("must be") || outcome.output.contains("domains"),
                "\(outcome.output)")
        }
    }
}
