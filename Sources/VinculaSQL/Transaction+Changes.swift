import VinculaCore
package import VinculaEngine

extension SQLConnection {
    /// Runs a write, and counts what it changes of the things that servers keep in memory, as part of the same transaction.
    ///
    /// - Returns: The result, and what it changed, which the store's ``ChangeFeed`` has to be told once it is committed.
    package func write<Result>(
        _ body: (any WriteTransaction) throws -> Result
    ) throws -> (result: Result, changed: Set<ChangeTopic>) {
        let transaction = Transaction(self)
        let result = try body(transaction)
        let changed = transaction.journal.changedTopics
        // In one order, so that writes do not wait for each other in a circle.
        for topic in changed.sorted(by: { $0.rawValue < $1.rawValue }) { try transaction.count(topic) }
        return (result, changed)
    }
}

extension Transaction {
    func changeCounts() throws -> [ChangeTopic: Int64] {
        let rows = try db.all("SELECT topic, count FROM changes") { (try $0.next(String.self), try $0.next(Int64.self)) }
        // A newer version may have more topics.
        return rows.reduce(into: [:]) { counts, row in
            if let topic = ChangeTopic(rawValue: row.0) { counts[topic] = row.1 }
        }
    }

    fileprivate func count(_ topic: ChangeTopic) throws {
        try db.run(
            "INSERT INTO changes (topic, count) VALUES (?, 1) ON CONFLICT (topic) DO UPDATE SET count = changes.count + 1",
            [topic.rawValue])
        if let notify = db.dialect.notify { _ = try db.first(notify, [topic.rawValue]) { $0.skip() } }
    }

    func takeLease(_ name: String, holder: String, now: Timestamp, until: Timestamp) throws -> Bool {
        try changesRow(
            """
            INSERT INTO leases (name, holder, until) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE leases.holder = excluded.holder OR leases.until <= ?
            """,
            [name, holder, until.milliseconds, now.milliseconds])
    }
}
