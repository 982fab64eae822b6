import Foundation
import VinculaCore

/// Lets one process at a time open, create or upgrade the database of a data folder, so that nobody sees half a schema.
///
/// It is held for milliseconds, except during the first start and upgrades.
final class OpeningLock: Sendable {
    /// The longest time to wait for it.
    private static let patience: Duration = .seconds(60)

    private static let name = "opening.lock"

    private let descriptor: Int32

    /// Waits until nobody else holds it.
    ///
    /// - Throws: ``ConfigurationError`` if that takes too long, `CancellationError`.
    init(_ directory: URL) async throws {
        descriptor = try LockFile.open(Self.name, in: directory, O_RDONLY)
        do {
            try await Self.take(descriptor, directory)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private static func take(_ descriptor: Int32, _ directory: URL) async throws {
        let start = ContinuousClock.now
        var isTold = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw ConfigurationError(
                    description: "\(directory.appending(path: name).path) cannot be locked: \(SystemReason.text(errno)).")
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
}
