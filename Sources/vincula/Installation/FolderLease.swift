import Foundation
import VinculaCore

/// Keeps the master key of a data folder still while somebody works with it.
///
/// Every command that opens the data shares the folder; changing the master key wants it alone, and so does restoring a backup. Otherwise a command that
/// read the old key could seal something under it after the last secret was moved.
final class FolderLease: Sendable {
    enum Kind: Sendable {
        case shared
        case alone
    }

    private let descriptor: Int32

    /// - Parameter refusal: What is said when the folder cannot be had alone.
    /// - Throws: ``ConfigurationError`` if the folder is in use the other way.
    init(_ directory: URL, _ kind: Kind, refusal: String? = nil) throws {
        descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(directory.path) cannot be opened: \(SystemReason.text(errno)).")
        }
        // Moving a few secrets takes milliseconds; a server stays.
        for _ in 0..<(kind == .shared ? 100 : 1) {
            if flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return }
            guard kind == .shared else { break }
            usleep(50_000)
        }
        close(descriptor)
        throw ConfigurationError(
            description: kind == .shared
                ? "The master key of \(directory.path) is being changed, or a backup restored. Try again when that is done."
                : refusal
                    ?? "A server or another command uses \(directory.path). Stop it first: the master key changes while nobody does."
        )
    }

    deinit { close(descriptor) }
}
