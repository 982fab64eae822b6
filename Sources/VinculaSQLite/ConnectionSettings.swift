import Foundation
import GRDB

/// How connections are opened.
enum ConnectionSettings {
    /// How long a connection waits for another process, such as the command line's beside a running server, in seconds.
    static let busyTimeout: TimeInterval = 5

    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "vincula.sqlite"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout)
        // Reads run on the threads of async tasks, as many as there are cores: with more readers none waits for another.
        configuration.maximumReaderCount = max(5, 2 * ProcessInfo.processInfo.activeProcessorCount)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            if !db.configuration.readonly {
                // Deleted accounts leave nothing legible behind.
                try db.execute(sql: "PRAGMA secure_delete = ON")
            }
        }
        return configuration
    }

    /// For a connection of its own, such as a backup's.
    ///
    /// - Parameter pragmas: What is set on it.
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
    /// Must come after opening: GRDB's pool sets `NORMAL`, under which a power cut takes the last commits back, after
    /// `prepareDatabase`, and silently.
    ///
    /// - Throws: ``StoreError/notDurable(synchronous:)`` if it did not take.
    static func makeDurable(_ writer: any DatabaseWriter) throws {
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Apple's fsync() does not reach the disk without it; elsewhere it does nothing.
            try db.execute(sql: "PRAGMA fullfsync = ON")
            let mode = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
            guard mode == 2 else { throw StoreError.notDurable(synchronous: mode) }
        }
    }
}
