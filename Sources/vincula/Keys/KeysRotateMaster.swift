import ArgumentParser
import Foundation
import VinculaCrypto
import VinculaEngine

/// `vincula keys rotate-master`
struct KeysRotateMaster: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-master", abstract: "Rotates the master key, which encrypts the other keys and secrets.",
        discussion: """
            Stop the server first; on PostgreSQL, all of them. The command creates a new key, re-encrypts every secret with it, and deletes the old key; the \
            secrets themselves do not change. Backups that were made before need the old key: copy `master.key` first if you have \
            no copy of it and may need them. If the command is interrupted, `master.key` holds both keys and everything still \
            works; run it again to finish. If the key is in VINCULA_MASTER_KEY, set that to a new key (`openssl rand -base64 32`) \
            and VINCULA_MASTER_KEY_PREVIOUS to the old one, and run the command; afterwards only the new one is needed.
            """)

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let directory = configuration.dataDirectory
        let home: any DatabaseHome
        if let address = configuration.databaseAddress {
            home = ServerHome(configuration: configuration, address: address, isAlone: true)
        } else {
            guard FileManager.default.fileExists(atPath: directory.appending(path: "vincula.sqlite").path) else {
                throw ConfigurationError(description: "There is no data in \(directory.path). Specify the folder with --data.")
            }
            home = FileHome(configuration: configuration, lease: try FolderLease(directory, .alone))
        }
        // Checked before a key is created for data that does not exist, or that an older version wrote.
        _ = try await home.look(.command)
        let keys: MasterKeys
        if let current = configuration.masterKey {
            guard let previous = configuration.previousMasterKey else {
                throw ConfigurationError(
                    description: """
                        The master key comes from the settings. Set VINCULA_MASTER_KEY to a new key (`openssl rand -base64 32`) \
                        and VINCULA_MASTER_KEY_PREVIOUS to the current one, and run this again.
                        """)
            }
            keys = MasterKeys(current: current, previous: previous)
        } else {
            keys = try await prepareFile(configuration, directory, home)
        }
        let installation = try await Installation.open(configuration, creates: false, keys: keys, home: home)
        let count = try await installation.engine.sealedSecrets.reseal {
            if $0.isMultiple(of: 10_000) { print("\($0) secrets re-encrypted …") }
        }
        try await installation.close()
        if configuration.masterKey == nil {
            try MasterKey.replace(in: directory, with: MasterKeys(current: keys.current))
            print("The master key was changed: \(count) secrets are encrypted with the new one, and the old one was deleted.")
            print("Keep a copy of \(directory.appending(path: "master.key").path) separate from your backups of the data.")
            if configuration.databaseAddress != nil {
                print("Copy that file to the other machines with servers before they start.")
            }
            print("Backups made before now need the old key. If you have no copy of it, make a new backup now.")
        } else {
            print("\(count) secrets were re-encrypted. VINCULA_MASTER_KEY_PREVIOUS is no longer needed.")
        }
    }

    /// Adds a new key to the file, beside the old one, unless an earlier run did.
    private func prepareFile(
        _ configuration: ServerConfiguration, _ directory: URL, _ home: any DatabaseHome
    ) async throws -> MasterKeys {
        guard MasterKey.isThere(in: directory) else { throw MasterKey.isMissing(configuration) }
        let keys = try MasterKey.load(from: directory)
        if keys.previous != nil {
            print("An earlier change of the master key was interrupted; finishing it now.")
            return keys
        }
        // Checks that the key is the right one before it is replaced.
        let installation = try await Installation.open(configuration, creates: false, keys: keys, home: home)
        try await installation.close()
        let both = MasterKeys(current: SecureRandom.bytes(Sealer.keyLength), previous: keys.current)
        try MasterKey.replace(in: directory, with: both)
        return both
    }
}
