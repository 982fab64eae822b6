import GRDB

extension DatabaseMigrator {
    /// The places where sessions were opened.
    mutating func registerSessionPlaces() {
        registerMigration("0016-session-places", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: sessionPlaceSchema)
        }
    }
}

// None for sessions of before, and for those that have ended.
private let sessionPlaceSchema = """
    ALTER TABLE sessions ADD COLUMN network TEXT; -- an IPv4 /24 or an IPv6 /48, never an address
    ALTER TABLE sessions ADD COLUMN device TEXT; -- the family of browser and system
    """
