import Foundation
import VinculaCrypto

/// The key that seals secrets, kept beside the database and never in it.
enum MasterKey {
    /// Reads the key file of a data folder, or makes it.
    ///
    /// - Throws: ``ConfigurationError`` for a file that is no key, or that others may read.
    static func load(from directory: URL) throws -> Data {
        let file = directory.appending(path: "master.key")
        guard FileManager.default.fileExists(atPath: file.path) else { return try make(file) }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        if let mode = attributes[.posixPermissions] as? Int, mode & 0o077 != 0 {
            throw ConfigurationError(
                description: "\(file.path) can be read by others on this machine. Run `chmod 600 \(file.path)`.")
        }
        let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = Data(base64Encoded: text), key.count == Sealer.keyLength else {
            throw ConfigurationError(description: "\(file.path) does not hold a key of \(Sealer.keyLength) bytes in base64.")
        }
        return key
    }

    private static func make(_ file: URL) throws -> Data {
        let key = SecureRandom.bytes(Sealer.keyLength)
        // Exclusive: of two processes that start at once, one writes and the other reads.
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return try load(from: file.deletingLastPathComponent()) }
            throw ConfigurationError(description: "\(file.path) cannot be written: \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data((key.base64EncodedString() + "\n").utf8))
        try handle.synchronize()
        return key
    }
}
