import Foundation
import VinculaCore

/// Lets one process at a time open, create or upgrade the database of a data folder, so that nobody sees half a schema.
///
/// It is held for milliseconds, except during the first start and upgrades.
final class OpeningLock: Sendable {
    /// The longest time to wait for it.
    private static let patience: Duration = .seconds(60)

    private let descriptor: Int32

    /// Waits until nobody else holds it.
    ///
    /// - Throws: ``ConfigurationError`` if that takes too long, `CancellationError`.
    init(_ directory: URL) async throws {
        let path = directory.appending(path: "opening.lock").path
        descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(path) cannot be opened: \(SystemReason.text(errno)).")
        }
        Self.giveToOwner(of: directory, descriptor)
        do {
            try await Self.take(descriptor, directory, path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private static func take(_ descriptor: Int32, _ directory: URL, _ path: String) async throws {
        let start = ContinuousClock.now
        var isTold = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw ConfigurationError(description: "\(path) cannot be locked: \(SystemReason.text(errno)).")
            }
            let waited = ContinuousClock.now - start
            guard waited < patience else {
                throw ConfigurationError(
                    description: """
                        Another process has been opening or upgrading \(directory.path) for more than \
                        \(patience.components.seconds) seconds. Try again when it is done.
                        """)
            }
            if waited > .seconds(1), !isTold {
                isTold = true
                StandardError.print("Another process is opening or upgrading \(directory.path). Waiting for it …")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Gives a lock file that root created to the folder's owner, because the server must be able to open it, too.
    private static func giveToOwner(of directory: URL, _ descriptor: Int32) {
        guard geteuid() == 0, let facts = try? FileManager.default.attributesOfItem(atPath: directory.path + "/."),
            let owner = facts[.ownerAccountID] as? NSNumber, let group = facts[.groupOwnerAccountID] as? NSNumber
        else { return }
        // If this fails, the server reports that it cannot open the file.
        _ = fchown(descriptor, owner.uint32Value, group.uint32Value)
    }
}
