import Foundation
import VinculaCore

/// The lock files of a data folder.
enum LockFile {
    /// Opens a lock file, and creates it if it is missing.
    ///
    /// - Parameter access: `O_RDONLY` or `O_RDWR`.
    /// - Returns: The descriptor.
    /// - Throws: ``ConfigurationError``, also for a link: the folder's owner may be another than the user who runs a command.
    static func open(_ name: String, in directory: URL, _ access: Int32) throws -> Int32 {
        let path = directory.appending(path: name).path
        let descriptor = Foundation.open(path, access | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(path) cannot be opened: \(SystemReason.text(errno)).")
        }
        guard let facts = FileFacts(descriptor), facts.isOnlyName else {
            close(descriptor)
            throw ConfigurationError(
                description: "\(path) is not a lock file: it has another name, too, or is no file. Remove it.")
        }
        giveToOwner(of: directory, descriptor, facts)
        return descriptor
    }

    /// Gives a lock file that root created to the folder's owner, because the server must be able to open it, too.
    private static func giveToOwner(of directory: URL, _ descriptor: Int32, _ file: FileFacts) {
        guard geteuid() == 0, file.owner == 0 else { return }
        let folder = Foundation.open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        guard folder >= 0, let facts = FileFacts(folder) else { return }
        // If this fails, the server reports that it cannot open the file.
        _ = fchown(descriptor, facts.owner, facts.group)
    }
}
