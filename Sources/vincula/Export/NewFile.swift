import Foundation
import VinculaCore

/// A place that an export is written to.
protocol ExportTarget: Sendable {
    func write(_ text: String) throws
    /// Says that everything has been written.
    func finish() throws
    /// Says that there will be no more.
    func discard()
}

/// The standard output, which may be a file or another program.
struct StandardOutput: ExportTarget {
    func write(_ text: String) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw ConfigurationError(description: "Standard output cannot be written: \(SystemReason.text(error)).")
        }
    }

    func finish() throws {}
    func discard() {}
}

/// A file that gets its name once it is complete, and that only its owner can read.
final class NewFile: ExportTarget {
    private let path: String
    private let partial: String
    private let replaces: Bool
    private let handle: FileHandle

    /// - Throws: ``ConfigurationError`` if there is a file of that name already.
    init(_ path: String, replaces: Bool) throws {
        guard replaces || !FileManager.default.fileExists(atPath: path) else {
            throw ConfigurationError(description: "\(path) exists already; --replace replaces it.")
        }
        self.path = path
        self.replaces = replaces
        partial = "\(path).\(UUID().uuidString.prefix(8)).partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(path) cannot be written: \(SystemReason.text(errno)).")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ text: String) throws { try handle.write(contentsOf: Data(text.utf8)) }

    /// Gives the file its name, once it is on the disk.
    func finish() throws {
        try handle.synchronize()
        // Without --replace, a file that has appeared meanwhile stays.
        let isDone = replaces ? rename(partial, path) == 0 : link(partial, path) == 0
        guard isDone else {
            throw ConfigurationError(description: "\(path) cannot be written: \(SystemReason.text(errno)).")
        }
        if !replaces { unlink(partial) }
    }

    func discard() { unlink(partial) }
}
