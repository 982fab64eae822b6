import Foundation
import VinculaCore

/// Keeps the master key of a data folder from changing while it is in use.
///
/// Every command that opens the data shares the folder; changing the master key and restoring a backup need it exclusively.
/// Otherwise a command that has read the old key could seal something with it after the last secret was re-encrypted.
final class FolderLease: Sendable {
    enum Kind: Sendable {
        case shared
        case alone
    }

    private let descriptor: Int32

    /// - Parameter refusal: The error message if exclusive use is refused.
    /// - Throws: ``ConfigurationError`` if the folder is in use in a conflicting way.
    init(_ directory: URL, _ kind: Kind, refusal: String? = nil) throws {
        descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(directory.path) cannot be opened: \(SystemReason.text(errno)).")
        }
        // Re-encrypting a few secrets takes milliseconds, so waiting helps; a server keeps the folder for as long as it runs.
        for _ in 0..<(kind == .shared ? 100 : 1) {
            if flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return }
            guard kind == .shared else { break }
            usleep(50_000)
        }
        close(descriptor)
        throw ConfigurationError(
            description: kind == .shared
                ? """
                The data in \(directory.path) is being copied, its master key changed, or a backup restored. Try again when that is \
                done.
                """
                : refusal
                    ?? "A server or another command is using \(directory.path). Stop it first, to change the master key."
        )
    }

    deinit { close(descriptor) }
}
