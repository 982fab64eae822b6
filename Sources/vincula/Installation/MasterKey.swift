import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The key that seals secrets, kept beside the database and never in it; while it is being changed, also the previous one.
struct MasterKeys: Hashable {
    var current: Data
    /// The key with which secrets may still be sealed that were not re-encrypted yet.
    var previous: Data?

    var sealer: Sealer { Sealer(masterKey: current, previous: previous) }
}

/// The file `master.key` of a data folder.
enum MasterKey {
    private static func file(in directory: URL) -> URL { directory.appending(path: "master.key") }

    static func isThere(in directory: URL) -> Bool { FileManager.default.fileExists(atPath: file(in: directory).path) }

    /// Reads the key file of a data folder, or creates it.
    ///
    /// - Throws: ``ConfigurationError`` for a file that does not hold a key, or that others may read.
    static func load(from directory: URL) throws -> MasterKeys {
        let file = file(in: directory)
        guard FileManager.default.fileExists(atPath: file.path) else { return try make(file) }
        let text: String
        let mode: Int?
        do {
            mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            text = try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw ConfigurationError(description: "\(file.path) cannot be read: \(SystemReason.text(error)).")
        }
        if let mode, mode & 0o077 != 0 {
            throw ConfigurationError(
                description: "\(file.path) can be read by others on this machine. Run `chmod 600 \(file.path)`.")
        }
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let keys = lines.compactMap { Data(base64Encoded: $0) }.filter { $0.count == Sealer.keyLength }
        guard let current = keys.first, keys.count == lines.count, keys.count <= 2 else {
            throw ConfigurationError(description: "\(file.path) does not contain a \(Sealer.keyLength)-byte key in base64.")
        }
        return MasterKeys(current: current, previous: keys.count == 2 ? keys[1] : nil)
    }

    /// Requires that no secret was sealed with a missing master key: a new key would be created, and would open none of them.
    ///
    /// - Throws: ``ConfigurationError``; the store is closed then.
    static func requireNothingSealed(_ store: any Store, _ configuration: ServerConfiguration) async throws {
        let directory = configuration.dataDirectory
        let isSealed = try await store.read { transaction in
            try transaction.sealedKinds().contains { try !transaction.sealedRecords($0, after: "", limit: 1).isEmpty }
        }
        guard isSealed, !isThere(in: directory) else { return }
        try await store.close()
        throw isMissing(configuration)
    }

    /// The error for data whose secrets another master key has sealed.
    static func isWrong(_ configuration: ServerConfiguration) -> ConfigurationError {
        let directory = configuration.dataDirectory
        // A key that was made at the same moment as another server's is gone again.
        guard configuration.masterKey != nil || isThere(in: directory) else { return isMissing(configuration) }
        let key = configuration.masterKey == nil ? file(in: directory).path : "VINCULA_MASTER_KEY"
        return ConfigurationError(
            description: """
                \(key) is not the master key of the data in \(configuration.home.place), or that data is damaged. Put the key in \
                its place that the data was encrypted with.
                """)
    }

    /// The error for data whose master key is missing.
    static func isMissing(_ configuration: ServerConfiguration) -> ConfigurationError {
        let directory = configuration.dataDirectory
        return ConfigurationError(
            description: configuration.databaseAddress == nil
                ? """
                The master key of the data in \(directory.path) is missing. Set VINCULA_MASTER_KEY if it was in the \
                environment, or put the file master.key back.
                """
                : """
                The master key of the data in \(configuration.home.place) is missing here. All servers and commands need the \
                same one: set VINCULA_MASTER_KEY, or copy the file master.key to \(file(in: directory).path).
                """)
    }

    /// Removes a key that nothing was sealed with.
    static func remove(from directory: URL) { try? FileManager.default.removeItem(at: file(in: directory)) }

    /// Replaces the keys in the file: at any moment the file holds either the old ones or the new ones.
    static func replace(in directory: URL, with keys: MasterKeys) throws {
        let file = file(in: directory)
        let fresh = directory.appending(path: "master.key.new")
        try? FileManager.default.removeItem(at: fresh)
        try write(keys, to: fresh)
        guard rename(fresh.path, file.path) == 0 else { throw error(file) }
        let folder = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw error(directory) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw error(directory) }
    }

    private static func make(_ file: URL) throws -> MasterKeys {
        let keys = MasterKeys(current: SecureRandom.bytes(Sealer.keyLength))
        do {
            try write(keys, to: file)
        } catch is FileExists {
            // If two processes start at once, one writes the file and the other reads it.
            guard FileManager.default.fileExists(atPath: file.path) else {
                throw ConfigurationError(description: "\(file.path) is a link that leads nowhere. Remove it.")
            }
            return try load(from: file.deletingLastPathComponent())
        }
        return keys
    }

    private struct FileExists: Error {}

    private static func write(_ keys: MasterKeys, to file: URL) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? FileExists() : error(file) as any Error }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let lines = [keys.current, keys.previous].compactMap { $0?.base64EncodedString() }
        do {
            try handle.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
            try handle.synchronize()
        } catch let error as CocoaError {
            throw ConfigurationError(description: "\(file.path) cannot be written: \(SystemReason.text(error)).")
        }
    }

    private static func error(_ file: URL) -> ConfigurationError {
        ConfigurationError(description: "\(file.path) cannot be written: \(SystemReason.text(errno)).")
    }
}
