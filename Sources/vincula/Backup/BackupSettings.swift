import VinculaCore

/// The settings of automatic backups.
struct BackupSettings: Sendable {
    /// The interval in seconds; 0 for no backups.
    let every = Setting(
        "backups.every", "The interval between automatic backups, such as 30m, 6h or 1d.", default: Int64(0), shown: "never",
        mustBe: "from a minute to a year, such as 30m, 6h or 1d, or never",
        parse: { $0 == "never" ? 0 : BackupRotation.interval($0) }
    ).details("See [The data folder](#the-data-folder).")
    let keep = Setting("backups.keep", "The number of automatic backups to keep.", in: 1...10_000, default: 7)
    let folder = Setting(
        "backups.folder", "The folder for automatic backups, preferably on another disk.",
        defaultWords: "`backups` in the data folder")
}

/// What backs up a PostgreSQL database.
enum PostgreSQLBackups {
    static let advice = """
        Use PostgreSQL's own tools: pg_dump and pg_restore for a copy, pg_basebackup and archived WAL to go back to any moment (see \
        Documentation/Operations.md). Keep the master key in another place.
        """
}
