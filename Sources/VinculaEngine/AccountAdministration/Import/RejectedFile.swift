import Foundation
import Synchronization
package import VinculaCore

/// The accounts that an import refuses, each in a line with its reason, so that they can be mended and imported.
package final class RejectedFile: Sendable {
    private let path: String
    private let format: ExportFormat
    private let handle = Mutex<FileHandle?>(nil)
    /// The length that counts, in bytes; whatever follows is from an attempt that came to nothing.
    private let length: Int64

    /// - Parameters:
    ///   - path: The file.
    ///   - format: Its format.
    ///   - length: The length that an earlier run left, which is kept.
    package init(_ path: String, _ format: ExportFormat, length: Int64) {
        self.path = path
        self.format = format
        self.length = length
    }

    /// The default name: beside the export, with its whole name, so that no other export has the same.
    package static func path(for export: String) -> String { URL(filePath: export).path + ".rejected.jsonl" }

    /// Requires that an import which begins finds no such file: somebody may have mended the one of an earlier import.
    ///
    /// - Throws: ``ImportFileFault``.
    package func requireNew() throws {
        guard length == 0, FileManager.default.fileExists(atPath: path) else { return }
        throw ImportFileFault(
            """
            \(path) is there already, with the accounts that an earlier import refused, and is not overwritten. \
            Delete or rename it, or name another file with --rejected.
            """)
    }

    /// Appends records, and waits until they are on the disk.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - length: The length that counts, in bytes; whatever follows is replaced.
    /// - Returns: The new length.
    package func append(_ records: [RefusedRecord], after length: Int64) throws -> Int64 {
        try handle.withLock { handle in
            let open = try handle ?? self.open()
            handle = open
            try open.truncate(atOffset: UInt64(max(0, length)))
            try open.seekToEnd()
            try open.write(contentsOf: Data(records.flatMap(line)))
            try open.synchronize()
            return Int64(try open.offset())
        }
    }

    private func open() throws -> FileHandle {
        // The records contain password hashes.
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else {
            throw ImportFileFault("\(path) cannot be written: \(SystemReason.text(errno)).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard Int64(try handle.seekToEnd()) >= length else {
            throw ImportFileFault("\(path) is shorter than this import left it. Begin again with --restart.")
        }
        try handle.truncate(atOffset: UInt64(length))
        try handle.seekToEnd()
        return handle
    }

    /// A record in one line of JSON, with its members and the reason, so that an import can read it, whatever the format of the
    /// file was. A record that cannot be read at all is kept as a text.
    private func line(_ refused: RefusedRecord) -> [UInt8] {
        var error: [String: JSONValue] = [
            "reason": .string(refused.reason), "record": .integer(refused.record.number),
        ]
        error["account"] = refused.holder.map { .string($0.value) }
        let bytes = refused.record.bytes
        var members = members(of: bytes) ?? ["text": .string(String(decoding: bytes, as: UTF8.self))]
        members["importError"] = .object(error)
        return Array(JSONValue.object(members).text.utf8) + [UInt8(ascii: "\n")]
    }

    private func members(of bytes: [UInt8]) -> [String: JSONValue]? {
        if format == .csv { return try? ExportedAccount.members(ofCSV: bytes) }
        let value = try? JSONParser.parse(bytes, maximumDepth: 16, maximumValues: 10_000)
        return if case .object(let members)? = value { members } else { nil }
    }
}
