import Foundation
import VinculaCore

/// Keeps a second server away from a data folder; commands may still open it.
final class ServerLock: Sendable {
    private let descriptor: Int32

    /// - Parameter refusal: The error message if another server is using the folder.
    /// - Throws: ``ConfigurationError`` if another server is using the folder.
    init(_ directory: URL, refusal: String? = nil) throws {
        descriptor = try LockFile.open("server.lock", in: directory, O_RDWR)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ConfigurationError(
                description: refusal
                    ?? "Another server is using \(directory.path). Stop it, or give this one a folder of its own with --data.")
        }
        // The address of the server before.
        _ = ftruncate(descriptor, 0)
    }

    /// - Returns: `nil` if there is no such folder yet.
    convenience init?(ifThere directory: URL) throws {
        guard FileManager.default.fileExists(atPath: directory.path) else { return nil }
        try self.init(directory)
    }

    deinit { close(descriptor) }
}

extension ServerLock {
    /// The most that is read of the file, in bytes.
    private static let longestNote = 2048

    /// Writes the addresses of this server into the file, for commands that run beside it.
    ///
    /// - Parameters:
    ///   - address: The server's own.
    ///   - console: The console's, without the path; `nil` if there is no console.
    func note(address: String, console: String?) {
        let bytes = Array([address, console].compactMap(\.self).joined(separator: "\n").utf8)
        // Without it, commands only print a less useful address.
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// The address of the server that is using a folder now; `nil` if none is.
    static func address(_ directory: URL) -> String? { notes(directory).first }

    /// The address of the console of the server that is using a folder now; `nil` if there is none.
    static func console(_ directory: URL) -> String? { notes(directory).dropFirst().first }

    private static func notes(_ directory: URL) -> [String] {
        guard isHeld(directory), let handle = try? FileHandle(forReadingFrom: directory.appending(path: "server.lock")),
            let bytes = try? handle.read(upToCount: longestNote)
        else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") } ? lines : []
    }

    /// Indicates whether a server is using a folder now.
    static func isHeld(_ directory: URL) -> Bool {
        let descriptor = open(directory.appending(path: "server.lock").path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Shared, so that two that ask do not see each other.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
