import GRDB

extension DatabaseMigrator {
    /// Sign-ins at providers' pages, from their beginning to the redemption of their results.
    mutating func registerBrowserFlows() {
        registerMigration("0014-browser-flows", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: browserFlowSchema)
        }
    }
}

// The database has only digests of the state, the code and both secrets. No row belongs to an account: who the result is for
// is decided when it is redeemed.
private let browserFlowSchema = """
    CREATE TABLE browser_flows (
        id TEXT NOT NULL PRIMARY KEY,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        provider TEXT NOT NULL,
        stage TEXT NOT NULL,
        browser_hash BLOB,
        session_hash BLOB NOT NULL,
        sealed_order BLOB,
        code_hash BLOB,
        sealed_result BLOB,
        is_suspect INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        CHECK ((stage = 'begun') = (sealed_order IS NOT NULL)),
        CHECK ((stage = 'finished') = (code_hash IS NOT NULL)),
        CHECK ((code_hash IS NULL) = (sealed_result IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX browser_flows_code ON browser_flows (code_hash) WHERE code_hash IS NOT NULL;
    CREATE INDEX browser_flows_expires_at ON browser_flows (expires_at);
    """
