import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore

/// A server that is told to stop while its database hangs.
@Suite("Stopping while PostgreSQL hangs")
struct PostgreSQLStopTests {
    @Test("Requests in flight get 503 with Retry-After, and the server ends in time, as it does when nobody asks for anything")
    func hanging() async throws {
        let database = try await PostgreSQLServer()
        let environment = PostgreSQLProcess.environment(database.text())
        let key = try await PostgreSQLProcess.apiKey(environment)
        _ = try await PostgreSQLProcess.vincula(["sign-in", "enable", "anonymous"], environment)
        for isAsked in [true, false] {
            let server = try await PostgreSQLProcess.serve(environment, ["--shutdown-seconds", "5"])
            func signUp() async throws -> HTTPAnswer {
                try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:]))
            }
            let account = try await signUp()
            #expect(account.status == 200, "\(account.text)")
            let lookUp: JSONValue = .object(["idToken": .string(account["idToken"] ?? "")])
            try await database.signalAll(SIGSTOP)
            var requests: [Task<HTTPAnswer, any Error>] = []
            if isAsked {
                requests = [
                    Task { try await signUp() },
                    Task { try await HTTP.post("\(server.url)/v1/accounts:lookup?key=\(key)", lookUp) },
                ]
            }
            // By then, what the server does by itself hangs, too.
            try await Task.sleep(for: .milliseconds(1500))
            let start = ContinuousClock.now
            server.child.signal(SIGTERM)
            for request in requests {
                let answer = try await request.value
                #expect(answer.status == 503 && answer.code == "UNAVAILABLE", "\(answer.text)")
                #expect(answer.headers["retry-after"] == "5", "\(answer.headers)")
            }
            #expect(try await server.child.end() == 0, "\(server.child.output)")
            let time = ContinuousClock.now - start
            // Of five seconds, one stays for those whose turn comes last.
            #expect(time < .seconds(4), "\(time)")
            print("Stopped \(isAsked ? "with" : "without") requests in flight after \(time)")
            try await database.signalAll(SIGCONT)
        }
        try await database.end()
    }
}
