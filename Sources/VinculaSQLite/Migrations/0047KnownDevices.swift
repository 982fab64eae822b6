import GRDB

extension DatabaseMigrator {
    /// The devices from which accounts were signed in to.
    mutating func registerKnownDevices() {
        registerMigration("0047-known-devices", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: knownDeviceSchema)
        }
    }
}

// A device is a fingerprint of it and its account under the master key: the table tells nobody what anybody has.
private let knownDeviceSchema = """
    CREATE TABLE known_devices (
        device BLOB NOT NULL PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        seen_at INTEGER NOT NULL,
        told_at INTEGER, -- when the owner was told of it by mail
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX known_devices_account ON known_devices (account);
    CREATE INDEX known_devices_expires_at ON known_devices (expires_at);
    """
