import Foundation
import VinculaCore

/// The schedule and the folder of automatic backups.
struct BackupConfiguration {
    let rotation: BackupRotation
    let folder: URL

    /// - Returns: `nil` if the server makes none.
    /// - Throws: ``ConfigurationError``.
    init?(_ values: SettingValues) throws {
        guard values[\.backups.every] > 0 else { return nil }
        guard !values[\.ephemeral] else {
            throw ConfigurationError(
                \.backups.every, "backups.every is set, but with ephemeral there is no data to back up.")
        }
        guard values[\.database] == nil else {
            throw ConfigurationError(
                \.backups.every,
                "backups.every is set, but the data is in PostgreSQL, which is backed up with its own tools: pg_dump, pg_basebackup."
            )
        }
        let folder = values[\.backups.folder]
        guard folder != "" else {
            throw ConfigurationError(\.backups.folder, "backups.folder is empty; it must name a folder.")
        }
        rotation = BackupRotation(every: values[\.backups.every], keep: values[\.backups.keep])
        self.folder =
            folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? values.dataDirectory.appending(path: "backups", directoryHint: .isDirectory)
    }

    /// The names of the existing backups.
    var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { BackupRotation.moment(of: $0) != nil }
    }

    /// The time of the newest backup; `nil` if there is none.
    var newest: Timestamp? { names.compactMap(BackupRotation.moment).max() }
}
