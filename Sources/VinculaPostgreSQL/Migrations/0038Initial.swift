extension Migrations {
    /// The whole schema, as SQLite has it after its step 38.
    ///
    /// Texts compare byte by byte, as in SQLite. Times are milliseconds since 1970, Booleans are 0 or 1. SQLite's migrations say what
    /// the columns mean.
    static let initial = Migration(
        identifier: "0038-initial",
        sql: [
            initialAccounts, initialSessions, initialSteps, initialSettings, initialAdministration, initialMail, initialRecords,
        ].joined(separator: "\n"))
}
