import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Times of sessions' last use are written apart from the answers, by the server's own time.
@Suite("Last use of sessions")
struct SessionUseTests {
    @Test("A refresh changes nothing on the disk; what was noted is written when the server stops")
    func cleanStop() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let arguments = ["--data", data.path] + VinculaProcess.cheap
            var server = try await VinculaProcess.serve(arguments)
            let person = try await server.call("accounts:signUp")
            let token = try #require(person["refreshToken"])
            try await stop(server)
            // As if they had signed in two hours ago.
            let old = Int64(Date().timeIntervalSince1970) * 1000 - 7_200_000
            try await Self.sql("UPDATE sessions SET auth_time = \(old), last_used_at = \(old)", data)
            server = try await VinculaProcess.serve(arguments)
            for _ in 0..<3 { #expect(try await server.refresh(token)["refresh_token"] == token) }
            try await stop(server)
            let used = try #require(Int64(try await Self.sql("SELECT last_used_at FROM sessions", data)))
            #expect(used > old + 7_000_000)
            #expect(try await Self.sql("SELECT last_refresh_at FROM accounts", data) == "\(used)")
            server = try await VinculaProcess.serve(arguments)
            #expect(try await server.refresh(token).status == 200)
            try await stop(server)
            // That one came within the hour.
            #expect(try await Self.sql("SELECT last_used_at FROM sessions", data) == "\(used)")
        }
    }

    private func stop(_ server: VinculaProcess) async throws {
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }

    /// Runs a statement on the database of a server that has stopped.
    ///
    /// - Returns: The first value of its first row, if it has one.
    @discardableResult
    private static func sql(_ statement: String, _ data: URL) async throws -> String {
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1], isolation_level=None)
            print((db.execute(sys.argv[2]).fetchone() or [""])[0])
            """
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-c", script, data.appending(path: "vincula.sqlite").path, statement])
        #expect(outcome.status == 0, "\(outcome.output)")
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
