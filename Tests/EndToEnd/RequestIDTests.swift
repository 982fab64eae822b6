import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// A request's id, from the proxy to the audit log.
@Suite("Ids of requests")
struct RequestIDTests {
    @Test("The id that a trusted proxy gives is in the answer, in the log and in the audit record, whose chain still holds")
    func fromEdgeToRecord() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(
                data + VinculaProcess.cheap + ["--proxies", "loopback"], preparing: ":", level: "debug")
            let url = "\(server.url)/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts"
            let owner = ["Authorization": "Bearer owner"]
            for (id, given) in [("u1", "edge-1"), ("u2", "edge-2"), ("u3", "edge%2")] {
                let answer = try await HTTP.post(
                    url, .object(["localId": .string(id)]), headers: owner.merging(["X-Request-Id": given]) { $1 })
                #expect(answer.status == 200)
                #expect((answer.headers["x-request-id"] == given) == RequestID.isWellFormed(given))
            }
            let missing = try await HTTP.send("GET", "\(server.url)/nowhere", headers: ["X-Request-Id": "edge-404"])
            #expect(missing.status == 404 && missing.headers["x-request-id"] == "edge-404")
            // The answer may come before its line in the log.
            _ = try await server.child.line(matching: "(request=edge-404)")
            let log = server.child.output
            #expect(log.contains("request=edge-1") && log.contains("request=edge-404") && !log.contains("edge%2"), "\(log)")
            let found = try await VinculaProcess.run(["audit", "--request", "edge-1", "--json"] + data).output
            let record = try #require(JSONValue.parse(Data(found.utf8)), "\(found)")
            #expect(
                record["request"] == "edge-1" && record["account"] == "u1" && record["action"] == "account.create"
                    && record["details"]?["requestId"] == nil, "\(found)")
            let table = try await VinculaProcess.run(["audit"] + data).output
            #expect(table.contains("REQUEST") && table.contains("edge-2") && !table.contains("requestId"), "\(table)")
            #expect(try await VinculaProcess.run(["audit", "--request", "edge"] + data).output.contains("No changes."))
            // Records of no request, before and after: the server's first keys, and a command's.
            #expect(try await VinculaProcess.run(["keys", "rotate", "--now"] + data).status == 0)
            #expect(table.contains("signing-key.create"))
            let verified = try await VinculaProcess.run(["audit", "verify"] + data)
            #expect(verified.status == 0 && verified.output.contains("is intact"), "\(verified.output)")
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }
}
