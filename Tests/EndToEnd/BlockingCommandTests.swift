import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula blocking`, and a server that asks what it sets.
@Suite("vincula blocking")
struct BlockingCommandTests {
    @Test("set, list, test and remove; a running server asks the function at once, and counts it")
    func commands() async throws {
        try await withFolder { folder in
            try await GatewayFixture.run { gateway in
                let data = ["--data", folder.path]
                func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
                    try await VinculaProcess.run(["blocking"] + arguments + data)
                }
                let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
                #expect(try await run().output.contains("Project demo-project has no blocking functions."))
                let url = gateway.address + "/hook"
                let set = try await run("set", "beforeCreate", url)
                #expect(
                    set.status == 0 && set.output.contains("beforeCreate of project demo-project is asked at \(url)."),
                    "\(set.output)")
                #expect(try await run("list").output.contains(url))
                gateway.behaviour = .json(
                    #"{"userRecord":{"updateMask":"displayName,customClaims","displayName":"Ana","customClaims":{"a":1}}}"#)
                let tried = try await run("test", "beforeCreate")
                #expect(
                    tried.status == 0 && tried.output.contains("accepted, with these changes")
                        && tried.output.contains("displayName: Ana")
                        && tried.output.contains(#"customClaims: {"a":1}"#), "\(tried.output)")
                #expect(gateway.requests.last?.event["user_record"]?["email"] == "example@example.com")
                gateway.behaviour = .json(#"{"error":{"status":"PERMISSION_DENIED","message":"Members only."}}"#, status: 403)
                let refused = try await run("test", "beforeCreate")
                #expect(refused.status != 0 && refused.output.contains("Members only."), "\(refused.output)")

                let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
                #expect(ana.code == "BLOCKING_FUNCTION_ERROR_RESPONSE" && ana.text.contains("Members only."), "\(ana.text)")
                let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
                #expect(
                    metrics.contains(#"vincula_blocking_calls_total{trigger="beforeCreate",result="refused"} 1"#)
                        && metrics.components(separatedBy: "# TYPE vincula_blocking_calls_total counter").count == 2, "\(metrics)"
                )
                let log = try await VinculaProcess.run(["audit"] + data).output
                #expect(log.contains("blocking-function.refuse") && log.contains("config.update"), "\(log)")

                #expect(try await run("remove", "beforeCreate").output.contains("Removed beforeCreate"))
                #expect(
                    try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"]).status
                        == 200)
                #expect(try await run("remove", "beforeCreate").output.contains("has no function for beforeCreate"))
                #expect(try await run("test", "beforeSignIn").output.contains("has no function for beforeSignIn"))
                let mistyped = try await run("set", "beforeSignin", url)
                #expect(mistyped.status != 0 && mistyped.output.contains("Did you mean beforeSignIn?"), "\(mistyped.output)")
                let plain = try await run("set", "beforeSignIn", "ftp://f.example/")
                #expect(plain.status != 0 && plain.output.contains("must begin with https://"), "\(plain.output)")
            }
        }
    }
}
