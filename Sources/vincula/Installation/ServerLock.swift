import Foundation
import VinculaCore

/// Keeps a second server away from a data folder; commands may still open it.
final class ServerLock {
    private let descriptor: Int32

    /// - Parameter refusal: The error message if another server is using the folder.
    /// - Throws: ``ConfigurationError`` if another server is using the folder.
    init(_ directory: URL, refusal: String? = nil) throws {
        let path = directory.appending(path: "server.lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(path) cannot be opened: \(SystemReason.text(errno)).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ConfigurationError(
                description: refusal
                    ?? "Another server is using \(directory.path). Stop it, or give this one a folder of its own with --data.")
        }
    }

    /// - Returns: `nil` if there is no such folder yet.
    convenience init?(ifThere directory: URL) throws {
        guard FileManager.default.fileExists(atPath: directory.path) else { return nil }
        try self.init(directory)
    }

    deinit { close(descriptor) }
}

extension ServerLock {
    /// Indicates whether a server is using a folder now.
    static func isHeld(_ directory: URL) -> Bool {
        let descriptor = open(directory.appending(path: "server.lock").path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Shared, so that two that ask do not see each other.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
