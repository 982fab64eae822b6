import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The data that a running server deletes on its own.
@Suite("Janitor")
struct JanitorTests {
    /// Its first round is a minute after the start, by the machine's own clock.
    @Test("What has expired goes, and sessions that are over, and anonymous accounts that nobody uses; all else stays")
    func firstRound() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let arguments = ["--data", data.path] + VinculaProcess.cheap
            var server = try await VinculaProcess.serve(arguments)
            let config = try await server.admin(
                "PATCH", "v2/projects/demo-project/config?updateMask=autodeleteAnonymousUsers",
                ["autodeleteAnonymousUsers": true])
            #expect(config.status == 200, "\(config.text)")
            for email in ["old@example.com", "young@example.com"] {
                let made = try await server.call("accounts:signUp", ["email": .string(email), "password": "secret1"])
                #expect(made.status == 200, "\(made.text)")
            }
            for _ in 0..<2 { #expect(try await server.call("accounts:signUp").status == 200) }
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)

            // As if all that were long ago.
            let now = Int64(Date().timeIntervalSince1970) * 1000
            let old = now - 500 * 86_400_000
            try await Self.sql(
                [
                    "INSERT INTO used_assertions (hash, expires_at, used_at) VALUES (x'01', \(old), \(old))",
                    "INSERT INTO used_assertions (hash, expires_at, used_at) VALUES (x'02', \(now + 3_600_000), \(now))",
                    """
                    UPDATE sessions SET auth_time = \(old), opened_at = \(old), last_used_at = \(old)
                    WHERE account = (SELECT id FROM accounts WHERE email = 'old@example.com')
                    """,
                    """
                    UPDATE accounts SET created_at = \(old), last_sign_in_at = \(old)
                    WHERE id = (SELECT min(id) FROM accounts WHERE email IS NULL)
                    """,
                    "INSERT OR REPLACE INTO service_period (id, since, seen_at) VALUES (1, \(old), \(now))",
                ], data)
            #expect(try await Self.counts(data) == "2 assertions, 4 sessions, 4 accounts")

            server = try await VinculaProcess.serve(arguments)
            // With the account goes its session.
            let expected = "1 assertions, 2 sessions, 3 accounts"
            var counts = ""
            for _ in 0..<150 where counts != expected {
                try await Task.sleep(for: .seconds(1))
                counts = try await Self.counts(data)
            }
            #expect(counts == expected)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    private static func counts(_ data: URL) async throws -> String {
        try await sql(
            [
                """
                SELECT (SELECT count(*) FROM used_assertions) || ' assertions, ' || (SELECT count(*) FROM sessions)
                    || ' sessions, ' || (SELECT count(*) FROM accounts) || ' accounts'
                """
            ], data)
    }

    /// Runs statements on the database, whether or not a server has it open.
    ///
    /// - Returns: The first value of the last one's first row, if it has one.
    @discardableResult
    private static func sql(_ statements: [String], _ data: URL) async throws -> String {
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
            for statement in sys.argv[2:]: row = db.execute(statement).fetchone()
            print((row or [""])[0])
            """
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-c", script, data.appending(path: "vincula.sqlite").path] + statements)
        #expect(outcome.status == 0, "\(outcome.output)")
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
