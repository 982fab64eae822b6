import Foundation
import VinculaCore

/// The note of a set-up that has begun, beside the configuration file. It is removed once everything is there, so that a later
/// `vincula init` can go on where an earlier one was interrupted.
struct InitJournal: Codable {
    /// The greatest length, in bytes.
    private static let longest = 256 << 10

    var answers: InitAnswers
    /// The user that the service runs as.
    var user: String
    /// The file of the systemd unit; `nil` if none is installed.
    var unitFile: String?

    /// The note's file.
    static func path(_ configFile: String) -> String { configFile + ".init" }

    /// - Returns: `nil` if no set-up was interrupted.
    /// - Throws: ``ConfigurationError`` for a file that somebody else may have written: all that it says is done.
    static func read(_ configFile: String) throws -> InitJournal? {
        let path = path(configFile)
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw ConfigurationError(description: "\(path) cannot be read: \(SystemReason.text(errno)).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let facts = FileFacts(descriptor), facts.isFile, facts.isPrivate,
            let data = try? handle.read(upToCount: Self.longest + 1), data.count <= Self.longest,
            let journal = try? JSONDecoder().decode(InitJournal.self, from: data)
        else {
            throw ConfigurationError(
                description:
                    "\(path) is not the note of an interrupted vincula init by this user. Nothing was changed. Remove it.")
        }
        return journal
    }

    /// - Throws: ``ConfigurationError``.
    func write(_ configFile: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try WholeFile.write(String(decoding: encoder.encode(self), as: UTF8.self), to: Self.path(configFile), mode: 0o600)
    }

    static func remove(_ configFile: String) {
        WholeFile.clean(path(configFile))
        unlink(path(configFile))
    }
}

/// New files that are either complete or not there, also after a crash.
enum WholeFile {
    /// - Throws: ``ConfigurationError``, also if there is such a file.
    static func write(_ text: String, to path: String, mode: mode_t) throws {
        clean(path)
        let part = part(path)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path, SystemReason.text(errno)) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { unlink(part) }
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw failure(path, SystemReason.text(error))
        }
        // Whatever the process's mask is.
        guard fchmod(descriptor, mode) == 0, link(part, path) == 0 else { throw failure(path, SystemReason.text(errno)) }
    }

    /// Removes what a killed command may have left beside a file.
    static func clean(_ path: String) { unlink(part(path)) }

    private static func part(_ path: String) -> String { path + ".part" }

    private static func failure(_ path: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(description: "\(path) cannot be written: \(reason).")
    }
}
