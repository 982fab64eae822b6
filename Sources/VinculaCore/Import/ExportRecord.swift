/// One account of an export, as bytes of its file.
package struct ExportRecord: Hashable, Sendable {
    /// Its position among the records, from 1.
    package let number: Int64
    /// The position in the file of the first byte after it.
    package let end: Int64
    package let bytes: [UInt8]

    /// The longest record, in bytes. Google's own limits keep an account far below it.
    package static let longest = 1 << 20

    package init(number: Int64, end: Int64, bytes: [UInt8]) {
        self.number = number
        self.end = end
        self.bytes = bytes
    }
}

/// A form in which accounts are exported.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// An object with a list `users`, several of these one after the other, or just a list.
    case json
    /// One object in each line.
    case jsonl
    /// The columns of firebase-tools.
    case csv

    /// The format that a file's name indicates.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
    }
}

/// The reason why a file cannot be read any further.
package enum ExportFault: Error, Hashable, Sendable {
    /// The text is not an export in this format.
    case unexpected(at: Int64)
    /// The record that begins there is longer than ``ExportRecord/longest``.
    case recordTooLong(at: Int64)
    /// The file ends within a record or a list.
    case cutOff
    /// The file has no list of accounts.
    case noAccounts
}

/// Splits an export into its records while it is read, so that a file of any size takes the memory of one record.
package enum ExportSplitter: Sendable {
    case json(JSONRecordSplitter)
    case lines(LineSplitter)

    package init(_ format: ExportFormat) {
        self =
            switch format {
            case .json: .json(JSONRecordSplitter())
            case .jsonl: .lines(LineSplitter(isQuoted: false))
            case .csv: .lines(LineSplitter(isQuoted: true))
            }
    }

    /// Reads the next bytes of the file.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - records: Gets the records that end in them.
    package mutating func read(_ chunk: [UInt8], into records: inout [ExportRecord]) throws(ExportFault) {
        switch self {
        case .json(var splitter):
            // The copy would be paid for at each step.
            self = .lines(LineSplitter(isQuoted: false))
            try splitter.read(chunk, into: &records)
            self = .json(splitter)
        case .lines(var splitter):
            self = .json(JSONRecordSplitter())
            try splitter.read(chunk, into: &records)
            self = .lines(splitter)
        }
    }

    /// Reads the end of the file.
    package mutating func finish(into records: inout [ExportRecord]) throws(ExportFault) {
        switch self {
        case .json(let splitter): try splitter.finish()
        case .lines(var splitter): splitter.finish(into: &records)
        }
    }

    /// The members beside the list of accounts, which are not imported; the first few.
    package var otherMembers: Set<String> {
        if case .json(let splitter) = self { splitter.otherMembers } else { [] }
    }
}
