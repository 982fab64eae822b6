import ArgumentParser

/// When the server makes backups by itself, as flags.
struct BackupFlags: ParsableArguments {
    @Option(
        name: .customLong("backups-every"), help: "How often the server makes a backup by itself: 30m, 6h, 1d. (default: never)")
    var every: String?

    @Option(name: .customLong("backups-keep"), help: "How many of these backups are kept. (default: 7)")
    var keep: Int?

    @Option(
        name: .customLong("backups-folder"), help: "Where they are; another disk is best. (default: `backups` in the data folder)"
    )
    var folder: String?

    /// What was given, by setting.
    var values: [Setting: String] {
        var values: [Setting: String] = [:]
        values[.backupsEvery] = every
        values[.backupsKeep] = keep.map(String.init)
        values[.backupsFolder] = folder
        return values
    }
}
