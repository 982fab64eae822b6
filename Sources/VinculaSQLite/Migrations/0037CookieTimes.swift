import Foundation
import GRDB

extension DatabaseMigrator {
    /// The times at which accounts' last session cookies have expired, and revocations of tokens without a second factor.
    mutating func registerCookieTimes() {
        registerMigration("0037-cookie-times", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: cookieSchema)
            // Any account with a session may have a cookie from before, of at most fourteen days.
            let latest = Int64((Date().timeIntervalSince1970 + 14 * 24 * 3600) * 1000)
            try db.execute(
                sql: "UPDATE accounts SET cookies_until = ? WHERE id IN (SELECT account FROM sessions)", arguments: [latest])
        }
    }
}

private let cookieSchema = """
    ALTER TABLE accounts ADD COLUMN cookies_until INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE revocations ADD COLUMN lacks_factor INTEGER NOT NULL DEFAULT 0; -- 1: only about tokens without a second factor
    """
