import Foundation
import GRDB
import VinculaSQL

/// The settings of database connections.
enum ConnectionSettings {
    /// The time that a connection waits for another process, such as a command beside a running server, in seconds.
    static let busyTimeout: TimeInterval = 5

    /// The length of the log from which it is copied into the file, in pages of 4 KiB: 16 MB. SQLite's own is 1000.
    static let checkpointPages = 4000

    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "vincula.sqlite"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            if !db.configuration.readonly {
                // Deleted accounts leave no readable data behind.
                try db.execute(sql: "PRAGMA secure_delete = ON")
            }
        }
        return configuration
    }

    /// The configuration of a separate connection, such as a backup's.
    ///
    /// - Parameter pragmas: The statements to run on it first.
    static func plain(_ pragmas: String...) -> Configuration {
        var configuration = Configuration()
        configuration.label = "vincula.sqlite.aside"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            for pragma in pragmas { try db.execute(sql: pragma) }
        }
        return configuration
    }

    /// Makes each commit wait for the disk.
    ///
    /// Must be called after opening: GRDB's pool silently sets `NORMAL` after `prepareDatabase`, and under that mode a power
    /// failure undoes the last commits.
    ///
    /// - Throws: ``StoreError/notDurable(synchronous:)`` if the setting had no effect.
    static func makeDurable(_ writer: any DatabaseWriter) throws {
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Pages that many commits change are then copied from the log into the file once for more of them.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
            // Apple's fsync() does not reach the disk without it; elsewhere it has no effect.
            try db.execute(sql: "PRAGMA fullfsync = ON")
            let mode = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
            guard mode == 2 else { throw StoreError.notDurable(synchronous: mode) }
        }
    }
}
