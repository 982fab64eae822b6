import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func passwordAttempts(_ key: PasswordAttemptsKey) throws -> PasswordAttempts? {
        try db.first(
            """
            SELECT failures, last_failure_at, last_success_at FROM password_attempts WHERE target = ? AND neighbourhood = ?
            """,
            [key.target, key.neighbourhood]
        ) { row in
            PasswordAttempts(
                failures: try row.next(), lastFailureAt: try row.optionalTimestamp(),
                lastSuccessAt: try row.optionalTimestamp())
        }
    }

    func save(_ attempts: PasswordAttempts, _ key: PasswordAttemptsKey, expiresAt: Timestamp) throws {
        try db.runLater(
            """
            INSERT INTO password_attempts (target, neighbourhood, failures, last_failure_at, last_success_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (target, neighbourhood) DO UPDATE SET
                failures = excluded.failures, last_failure_at = excluded.last_failure_at,
                last_success_at = excluded.last_success_at, expires_at = excluded.expires_at
            """,
            [
                key.target, key.neighbourhood, attempts.failures, attempts.lastFailureAt?.milliseconds,
                attempts.lastSuccessAt?.milliseconds, expiresAt.milliseconds,
            ]
        )
    }

    func forgivePasswordFailures(target: Data) throws {
        try db.runLater("UPDATE password_attempts SET failures = 0, last_failure_at = NULL WHERE target = ?", [target])
    }

    func deleteExpiredPasswordAttempts(now: Timestamp, limit: Int) throws -> Int {
        let keys = try db.all(
            "SELECT target, neighbourhood FROM password_attempts WHERE expires_at <= ? LIMIT ?", [now.milliseconds, limit]
        ) { row in PasswordAttemptsKey(target: try row.next(), neighbourhood: try row.next()) }
        for key in keys {
            try db.run(
                "DELETE FROM password_attempts WHERE target = ? AND neighbourhood = ?", [key.target, key.neighbourhood])
        }
        return keys.count
    }
}
