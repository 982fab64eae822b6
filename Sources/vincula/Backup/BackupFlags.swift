import ArgumentParser

/// The flags for automatic backups.
struct BackupFlags: ParsableArguments {
    @Option(
        name: .customLong("backups-every"),
        help: "The interval between automatic backups, such as 30m, 6h or 1d. (default: never)")
    var every: String?

    @Option(name: .customLong("backups-keep"), help: "The number of automatic backups to keep. (default: 7)")
    var keep: Int?

    @Option(
        name: .customLong("backups-folder"),
        help: "The folder for automatic backups, best on another disk. (default: `backups` in the data folder)"
    )
    var folder: String?

    /// The given values, by setting.
    var values: [Setting: String] {
        var values: [Setting: String] = [:]
        values[.backupsEvery] = every
        values[.backupsKeep] = keep.map(String.init)
        values[.backupsFolder] = folder
        return values
    }
}
