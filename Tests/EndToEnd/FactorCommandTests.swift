import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Second factors on the command line.
@Suite("Commands for second factors")
struct FactorCommandTests {
    @Test("users factors lists them, users remove-factor removes some or all: sessions end, the owner and the audit log are told")
    func factors() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
                try await VinculaProcess.run(["users"] + arguments + ["--data", folder.path])
            }
            let body: [String: JSONValue] = ["email": "ana@example.com", "password": "secret1", "returnSecureToken": true]
            let made = try await server.call("accounts:signUp", body)
            let id = try #require(made["localId"], "\(made.text)")
            let none = try await run("factors", "ana@example.com")
            #expect(
                none.status == 0 && none.output.contains("Account \(id), ana@example.com has no second factors."),
                "\(none.output)")
            let nothing = try await run("remove-factor", "ana@example.com", "--all", "--yes")
            #expect(nothing.status != 0 && nothing.output.contains("has no second factors."), "\(nothing.output)")

            let phones = JSONValue.array([
                .object(["mfaEnrollmentId": "old", "phoneInfo": "+15550100001"]),
                .object(["mfaEnrollmentId": "work", "phoneInfo": "+15550100002", "displayName": "Work"]),
                .object(["phoneInfo": "+15550100003"]),
            ])
            let added = try await server.admin(
                "POST", "v1/projects/demo-project/accounts:update",
                ["localId": .string(id), "emailVerified": true, "mfa": .object(["enrollments": phones])])
            #expect(added.status == 200, "\(added.text)")
            let list = try await run("factors", id)
            for words in ["ID", "KIND", "old", "work", "Work", "phone", "+15550100001", "+15550100003"] {
                #expect(list.output.contains(words), "\(words): \(list.output)")
            }

            for (arguments, words) in [
                (["remove-factor", id], "use --all"), (["remove-factor", id, "old", "--all"], "use --all"),
                (["remove-factor", id, "mine", "--yes"], "has no second factor mine."),
                (["remove-factor", id, "old", "mine", "--yes"], "has no second factor mine."),
                (["remove-factor", "nobody@example.com", "--all", "--yes"], "No account in project demo-project"),
                // Nothing is on standard input, so the question is answered with no.
                (["remove-factor", id, "old"], "Nothing was removed."),
            ] {
                let refused = try await VinculaProcess.run(["users"] + arguments + ["--data", folder.path])
                #expect(refused.status != 0 && refused.output.contains(words), "\(arguments): \(refused.output)")
            }

            let awaited = try await server.call("accounts:signInWithPassword", body)
            #expect(awaited["mfaPendingCredential"] != nil, "\(awaited.text)")
            let one = try await run("remove-factor", id, "work", "--yes")
            #expect(one.status == 0, "\(one.output)")
            for words in [
                "Removed the phone Work +15550100002 (work) of account \(id), ana@example.com.",
                "All sessions of the account ended. It has 2 second factors left.",
                "No mail was sent; inform the owner yourself.",
            ] {
                #expect(one.output.contains(words), "\(words): \(one.output)")
            }
            let rest = try await VinculaProcess.run(
                ["users", "remove-factor", "ana@example.com", "--all", "--yes", "--data", folder.path],
                environment: ["VINCULA_SMTP_HOST": "127.0.0.1", "VINCULA_MAIL_FROM": "accounts@example.com"])
            #expect(rest.status == 0 && rest.output.contains("It has no second factor left."), "\(rest.output)")
            #expect(rest.output.contains("The owner is informed by mail."), "\(rest.output)")
            let signedIn = try await server.call("accounts:signInWithPassword", body)
            #expect(signedIn["idToken"] != nil, "\(signedIn.text)")

            let audit = try await VinculaProcess.run(["audit", "--data", folder.path])
            #expect(audit.output.components(separatedBy: "second-factor.remove").count == 4, "\(audit.output)")
            let outbox = try await VinculaProcess.run(["email", "outbox", "--data", folder.path])
            #expect(outbox.output.components(separatedBy: "secondFactorRemoved").count == 3, "\(outbox.output)")
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }
}
