import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// T174 with a real server: the records survive exactly when the changes do.
@Suite("Audit log of a real server")
struct AuditTests {
    @Test("T174 audit trail: ten times kill -9 under load; every change has its record, every record its change")
    func killed() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheap
            var answered: Set<String> = []
            for round in 0..<10 {
                let server = try await VinculaProcess.serve(arguments)
                async let killed: Void = {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
                    server.child.signal(SIGKILL)
                }()
                let made = await withTaskGroup(of: [String].self) { group in
                    for client in 0..<8 {
                        group.addTask {
                            var made: [String] = []
                            for number in 0..<10_000 {
                                let id = "r\(round)c\(client)n\(number)"
                                guard
                                    let answer = try? await server.admin(
                                        "POST", "v1/projects/demo-project/accounts", ["localId": .string(id)]),
                                    answer.status == 200
                                else { break }
                                made.append(id)
                            }
                            return made
                        }
                    }
                    return await group.reduce(into: []) { $0 += $1 }
                }
                try await killed
                try await server.child.end()
                answered.formUnion(made)
            }
            #expect(answered.count > 20)
            let verified = try await VinculaProcess.run(["audit", "verify", "--data", folder.path])
            #expect(verified.status == 0 && verified.output.contains("is intact"), "\(verified.output)")
            let listed = try await VinculaProcess.run(
                ["audit", "list", "--json", "--action", "account.create", "--limit", "1000000", "--data", folder.path])
            let records = listed.output.split(separator: "\n").compactMap {
                (try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)))?["account"]?.string
            }
            #expect(Set(records).count == records.count && Set(records).isSuperset(of: answered))
            let server = try await VinculaProcess.serve(arguments)
            var accounts: Set<String> = []
            var token = ""
            repeat {
                let page = try await server.admin(
                    "GET", "v1/projects/demo-project/accounts:batchGet?maxResults=1000&nextPageToken=\(token)")
                guard case .array(let users)? = page.json["users"] else { break }
                accounts.formUnion(users.compactMap { $0["localId"]?.string })
                token = page["nextPageToken"] ?? ""
            } while !token.isEmpty
            #expect(accounts == Set(records))
        }
    }

    @Test("audit: lists what was done and by whom, filters, and detects removed records")
    func commands() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            let made = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            let id = try #require(made["localId"])
            let disabled = try await server.admin(
                "POST", "v1/projects/demo-project/accounts:update", ["localId": .string(id), "disableUser": true])
            #expect(disabled.status == 200)
            #expect(try await VinculaProcess.run(["users", "delete", id, "--yes"] + data).status == 0)
            let list = try await VinculaProcess.run(["audit", "--account", id] + data)
            #expect(list.output.contains("account.disable") && list.output.contains("administrator owner"), "\(list.output)")
            #expect(list.output.contains("command-line") && list.output.contains("account.delete"))
            #expect(!list.output.contains("signing-key"))
            let none = try await VinculaProcess.run(["audit", "--since", "2001-01-01", "--action", "master-key.rotate"] + data)
            #expect(none.output.contains("No changes."))
            let wrong = try await VinculaProcess.run(["audit", "--since", "yesterday"] + data)
            #expect(wrong.status != 0)
            let sound = try await VinculaProcess.run(["audit", "verify"] + data)
            let anchor = try #require(sound.output.firstMatch(of: /(\d+:[0-9a-f]{64})/)?.1).description
            #expect(try await VinculaProcess.run(["audit", "verify", "--anchor", anchor] + data).status == 0)

            let script = """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                db.execute("DROP TRIGGER audit_log_delete")
                db.execute("DELETE FROM audit_log WHERE sequence = 3")
                db.commit()
                """
            let cut = try await ChildProcess.run(
                OpenIDProviderProcess.python, ["-c", script, folder.appending(path: "vincula.sqlite").path])
            #expect(cut.status == 0, "\(cut.output)")
            let broken = try await VinculaProcess.run(["audit", "verify"] + data)
            #expect(broken.status == 1 && broken.output.contains("record 3 is missing"), "\(broken.output)")
        }
    }
}
