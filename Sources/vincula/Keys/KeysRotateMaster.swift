import ArgumentParser
import Foundation
import VinculaCrypto
import VinculaEngine

/// `vincula keys rotate-master`
struct KeysRotateMaster: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-master", abstract: "Changes the master key, which seals the other keys and secrets.",
        discussion: """
            Stop the server first. A new key is made, every secret is sealed anew under it, and the old key is forgotten; what is \
            sealed does not change. If it is broken off, `master.key` holds both keys and everything can be used; run it \
            again to finish. Where VINCULA_MASTER_KEY holds the key, set it to a new one (`openssl rand -base64 32`) and \
            VINCULA_MASTER_KEY_PREVIOUS to the old one, and run this; afterwards only the new one is needed.
            """)

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let directory = configuration.dataDirectory
        guard FileManager.default.fileExists(atPath: directory.appending(path: "vincula.sqlite").path) else {
            throw ConfigurationError(description: "There is no data in \(directory.path). Name the folder with --data.")
        }
        let lease = try FolderLease(directory, .alone)
        // Before a key is made for data that is not there, or that an older version wrote.
        _ = try await SchemaCheck.look(configuration, .command)
        let keys: MasterKeys
        if let current = configuration.masterKey {
            guard let previous = configuration.previousMasterKey else {
                throw ConfigurationError(
                    description: """
                        The master key comes from the settings. Set VINCULA_MASTER_KEY to a new key (`openssl rand -base64 32`) \
                        and VINCULA_MASTER_KEY_PREVIOUS to the one until now, and run this again.
                        """)
            }
            keys = MasterKeys(current: current, previous: previous)
        } else {
            keys = try await prepareFile(configuration, directory, lease)
        }
        let installation = try await Installation.open(configuration, creates: false, keys: keys, lease: lease)
        let count = try await installation.engine.resealSecrets {
            if $0.isMultiple(of: 10_000) { print("\($0) secrets sealed anew …") }
        }
        try await installation.close()
        if configuration.masterKey == nil {
            try MasterKey.replace(in: directory, with: MasterKeys(current: keys.current))
            print("The master key was changed: \(count) secrets are sealed under the new one, and the old one is forgotten.")
            print("Keep a copy of \(directory.appending(path: "master.key").path) apart from your backups of the data.")
            print("Backups from before want the old key: keep that with them, or make a new backup now.")
        } else {
            print("\(count) secrets were sealed anew. VINCULA_MASTER_KEY_PREVIOUS is not needed any more.")
        }
    }

    /// Puts a new key into the file, beside the old one, unless an earlier run did.
    private func prepareFile(
        _ configuration: ServerConfiguration, _ directory: URL, _ lease: FolderLease
    ) async throws -> MasterKeys {
        let keys = try MasterKey.load(from: directory)
        if keys.previous != nil {
            print("An earlier change of the master key was broken off; it is finished now.")
            return keys
        }
        // The key must be the right one before another takes its place.
        let installation = try await Installation.open(configuration, creates: false, keys: keys, lease: lease)
        try await installation.close()
        let both = MasterKeys(current: SecureRandom.bytes(Sealer.keyLength), previous: keys.current)
        try MasterKey.replace(in: directory, with: both)
        return both
    }
}
