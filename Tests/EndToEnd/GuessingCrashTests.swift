import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The counts of wrong passwords after `kill -9`.
@Suite("kill -9 while somebody guesses")
struct GuessingCrashTests {
    @Test("T093 every wrong password that was answered is counted in the database, without the email or an address")
    func killed() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path, "--limits-rate", "true"] + VinculaProcess.cheap
            let server = try await VinculaProcess.serve(arguments)
            _ = try await server.call("accounts:signUp", ["email": "victim@example.com", "password": "right password"])
            for _ in 0..<7 {
                let answer = try await server.call(
                    "accounts:signInWithPassword", ["email": "victim@example.com", "password": "wrong"])
                #expect(answer.code == "INVALID_PASSWORD")
            }
            server.child.signal(SIGKILL)
            try await server.child.end()
            let script = """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                rows = db.execute("SELECT failures, neighbourhood = x'', target, neighbourhood FROM password_attempts").fetchall()
                print(sorted(row[:2] for row in rows), any(b"victim" in row[2] or b"127" in row[3] for row in rows))
                """
            let outcome = try await ChildProcess.run(
                OpenIDProviderProcess.python, ["-c", script, folder.appending(path: "vincula.sqlite").path])
            #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "[(7, 0), (7, 1)] False")
        }
    }

    @Test("a proxy that cannot be read stops the start", arguments: ["proxy.example.com", "10.0.0.1/8"])
    func unreadableProxy(text: String) async throws {
        try await withFolder { folder in
            let outcome = try await VinculaProcess.run(["serve", "--dev", "--data", folder.path, "--proxies", text])
            #expect(outcome.status != 0 && outcome.output.contains("proxies contains \(text)"), "\(outcome.output)")
        }
    }
}
