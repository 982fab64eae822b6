import Foundation
import VinculaCore

/// The schedule and the folder of automatic backups.
struct BackupConfiguration {
    let rotation: BackupRotation
    let folder: URL

    /// - Returns: `nil` if the server makes none.
    /// - Throws: ``ConfigurationError``.
    init?(_ sources: ConfigurationSources, dataDirectory: URL, isEphemeral: Bool) throws {
        let keep = try sources.integer(.backupsKeep, default: 7, in: 1...10_000)
        let folder = try sources.text(.backupsFolder)
        guard let every = try sources.text(.backupsEvery), every != "never" else { return nil }
        guard let seconds = BackupRotation.interval(every) else {
            throw ConfigurationError(
                setting: .backupsEvery,
                description: "backups.every is \(every); it must be from a minute to a year, such as 30m, 6h or 1d, or never.")
        }
        guard !isEphemeral else {
            throw ConfigurationError(
                setting: .backupsEvery, description: "backups.every is set, but with ephemeral there is no data to back up.")
        }
        guard folder != "" else {
            throw ConfigurationError(setting: .backupsFolder, description: "backups.folder is empty; it must name a folder.")
        }
        rotation = BackupRotation(every: seconds, keep: keep)
        self.folder =
            folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? dataDirectory.appending(path: "backups", directoryHint: .isDirectory)
    }

    /// The names of the existing backups.
    var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { BackupRotation.moment(of: $0) != nil }
    }

    /// The time of the newest backup; `nil` if there is none.
    var newest: Timestamp? { names.compactMap(BackupRotation.moment).max() }
}
