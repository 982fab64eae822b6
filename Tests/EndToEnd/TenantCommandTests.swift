import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula tenants`, and `--tenant` of other commands.
@Suite("vincula tenants")
struct TenantCommandTests {
    @Test("allow, create, list, show, update, delete; users and the audit log of one tenant")
    func commands() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                try await VinculaProcess.run(arguments + data)
            }
            let key = try await run(["api-keys", "create", "--label", "web"])
            #expect(key.status == 0, "\(key.output)")
            let early = try await run(["tenants", "create", "acme"])
            #expect(early.status != 0 && early.output.contains("vincula tenants allow"), "\(early.output)")
            #expect(try await run(["tenants"]).output.contains("has no tenants. It does not allow any"))
            #expect(try await run(["tenants", "allow"]).output.contains("allows tenants"))
            let made = try await run(["tenants", "create", "acme", "--password"])
            let id = try #require(made.output.firstMatch(of: /acme-[a-z0-9]{5}/)?.0, "\(made.output)")
            let bad = try await run(["tenants", "create", "no spaces"])
            #expect(bad.status != 0 && bad.output.contains("A tenant's name is a letter"), "\(bad.output)")
            #expect(try await run(["tenants", "list"]).output.contains(/acme-[a-z0-9]{5} +acme +password/))
            let user = try await run(["users", "create", "--email", "ana@example.com", "--tenant", String(id)])
            #expect(user.status == 0 && user.output.contains("Created an account in tenant \(id)"), "\(user.output)")
            #expect(try await run(["users", "list", "--tenant", String(id)]).output.contains("ana@example.com"))
            #expect(try await !run(["users", "list"]).output.contains("ana@example.com"))
            #expect(try await run(["users", "show", "ana@example.com"]).status != 0)
            #expect(try await run(["users", "disable", "ana@example.com", "--tenant", String(id)]).status == 0)
            let phone = try await run(["users", "update", "ana@example.com", "--tenant", String(id), "--phone", "+15550100001"])
            #expect(phone.status == 0, "\(phone.output)")
            #expect(try await run(["users", "list", "--tenant", String(id)]).output.contains("(nothing)"), "no way in")
            let explained = try await run([
                "explain", "--provider", "google.com", "--subject", "1", "--email", "ana@example.com", "--email-verified",
                "--tenant", String(id),
            ])
            #expect(explained.output.contains("refuse: needConfirmation"), "\(explained.output)")
            let project = try await run([
                "explain", "--provider", "google.com", "--subject", "1", "--email", "ana@example.com", "--email-verified",
            ])
            #expect(project.output.contains("create an account") && !explained.output.contains("create an account"))
            for command in [["explain", "--provider", "google.com", "--subject", "1"], ["tenants", "delete", "none"]] {
                let unknown = try await run(command + (command[0] == "explain" ? ["--tenant", "none"] : []))
                #expect(unknown.status != 0 && unknown.output.contains("There is no such tenant"), "\(unknown.output)")
                #expect(!unknown.output.contains("[y/N]"), "\(unknown.output)")
            }
            let missing = try await run(["users", "list", "--tenant", "none"])
            #expect(missing.status != 0 && missing.output.contains("There is no such tenant"), "\(missing.output)")
            let updated = try await run(["tenants", "update", String(id), "--no-password", "--email-link", "--disabled"])
            #expect(updated.output.contains("is disabled. Sign-in methods: email link."), "\(updated.output)")
            #expect(try await run(["tenants", "show", String(id)]).output.contains(/Accounts +1/))
            let log = try await run(["audit", "list", "--tenant", String(id)]).output
            #expect(log.contains("tenant.update") && log.contains("account.disable") && !log.contains("api-key"), "\(log)")
            #expect(try await run(["tenants", "delete", String(id), "--yes"]).output.contains("with 1 account."))
            #expect(try await run(["tenants", "delete", String(id), "--yes"]).status != 0)
            #expect(try await run(["tenants"]).output.contains("has no tenants."))
            // The log keeps what was changed in a tenant that is gone.
            #expect(try await run(["audit", "list", "--tenant", String(id)]).output.contains("tenant.delete"))
            let none = try await run(["audit", "list", "--tenant", "nope"])
            #expect(none.status != 0 && none.output.contains("There is no tenant nope."), "\(none.output)")
        }
    }
}
