extension Migrations {
    /// The devices from which accounts were signed in to.
    static let knownDevices = Migration(
        identifier: "0047-known-devices",
        sql: """
            CREATE TABLE known_devices (
                device BYTEA NOT NULL PRIMARY KEY,
                account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                seen_at BIGINT NOT NULL,
                told_at BIGINT,
                expires_at BIGINT NOT NULL
            );
            CREATE INDEX known_devices_account ON known_devices (account);
            CREATE INDEX known_devices_expires_at ON known_devices (expires_at);
            """)
}
