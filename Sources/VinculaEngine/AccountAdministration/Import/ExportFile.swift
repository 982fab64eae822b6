package import Foundation
package import VinculaCore
import VinculaCrypto

/// The reason why a file of an import cannot be read or written, in words.
package struct ImportFileFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// An export that is read record by record.
package actor ExportFile {
    private static let chunk = 1 << 20

    private nonisolated let path: String
    /// The length, in bytes.
    package nonisolated let length: Int64
    private let handle: FileHandle
    private var splitter: ExportSplitter
    private var digest = FileDigest()
    private var ready: [ExportRecord] = []
    private var isAtEnd = false

    /// - Throws: ``ImportFileFault`` if it is not a regular file.
    package init(_ path: String, _ format: ExportFormat) throws {
        let facts = try FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        guard facts[.type] as? FileAttributeType == .typeRegular else {
            throw ImportFileFault("\(path) is not a file: it is read more than once.")
        }
        self.path = path
        length = (facts[.size] as? NSNumber)?.int64Value ?? 0
        handle = try FileHandle(forReadingFrom: URL(filePath: path))
        splitter = ExportSplitter(format)
    }

    /// Reads the whole file once.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - progress: Called with the number of bytes read.
    /// - Returns: Its SHA-256 digest.
    package static func digest(_ path: String, progress: (Int64) -> Void) throws -> Data {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        var digest = FileDigest()
        var done: Int64 = 0
        while let data = try handle.read(upToCount: chunk), !data.isEmpty {
            try Task.checkCancellation()
            digest.add(Array(data))
            done += Int64(data.count)
            progress(done)
        }
        return digest.finish()
    }

    /// The digest of what was read: of the whole file after its last record.
    package func readDigest() -> Data { digest.finish() }

    package var otherMembers: [String] { splitter.otherMembers.sorted() }

    /// Passes over records.
    ///
    /// - Returns: `false` if the last of them ends elsewhere.
    package func skip(_ count: Int64, to end: Int64) throws -> Bool {
        var last: Int64 = 0
        var left = count
        while left > 0 {
            let (records, isLast) = try next(Int(min(left, 10_000)))
            left -= Int64(records.count)
            last = records.last?.end ?? last
            if isLast { break }
        }
        return left == 0 && (count == 0 || last == end)
    }

    /// The next records.
    ///
    /// - Returns: At most as many as asked for, and whether there are none after them.
    /// - Throws: ``ImportFileFault`` if the file is not an export.
    package func next(_ limit: Int) throws -> (records: [ExportRecord], isLast: Bool) {
        do {
            // One more, to know whether these are the last.
            while ready.count <= limit, !isAtEnd {
                let data = try handle.read(upToCount: Self.chunk) ?? Data()
                if data.isEmpty {
                    isAtEnd = true
                    try splitter.finish(into: &ready)
                } else {
                    let bytes = Array(data)
                    digest.add(bytes)
                    try splitter.read(bytes, into: &ready)
                }
            }
        } catch let fault as ExportFault {
            throw ImportFileFault("\(path) \(fault.words)")
        }
        let records = Array(ready.prefix(limit))
        ready.removeFirst(records.count)
        return (records, isAtEnd && ready.isEmpty)
    }
}

extension ExportFault {
    /// The rest of a sentence that begins with the file's name.
    fileprivate var words: String {
        switch self {
        case .unexpected(let position): "is not an export in this format: unexpected character at byte \(position)."
        case .recordTooLong(let position):
            "has an account of more than 1.0 MB at byte \(position); or it is not an export."
        case .cutOff: "is cut off: it ends within a list or an account. Export it again."
        case .noAccounts: "has no list of accounts (\"users\")."
        }
    }
}
