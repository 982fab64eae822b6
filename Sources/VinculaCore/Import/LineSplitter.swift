/// Finds the lines of a file; in CSV a line break within quotes belongs to the record.
package struct LineSplitter: Sendable {
    /// True for CSV.
    private let isQuoted: Bool
    private var position: Int64 = 0
    private var number: Int64 = 0
    private var pending: [UInt8] = []
    private var state = CSVFields.State.start

    package init(isQuoted: Bool) { self.isQuoted = isQuoted }

    package mutating func read(_ chunk: [UInt8], into records: inout [ExportRecord]) throws(ExportFault) {
        var start = 0
        for index in chunk.indices {
            let byte = chunk[index]
            if isQuoted { state = state.next(byte) }
            guard byte == UInt8(ascii: "\n"), state != .quoted else { continue }
            pending += chunk[start..<index]
            start = index + 1
            guard pending.count <= ExportRecord.longest else {
                throw .recordTooLong(at: position + Int64(start) - Int64(pending.count))
            }
            emit(end: position + Int64(start), into: &records)
        }
        pending += chunk[start...]
        position += Int64(chunk.count)
        guard pending.count <= ExportRecord.longest else { throw .recordTooLong(at: position - Int64(pending.count)) }
    }

    package mutating func finish(into records: inout [ExportRecord]) { emit(end: position, into: &records) }

    /// Empty lines are no records.
    private mutating func emit(end: Int64, into records: inout [ExportRecord]) {
        defer { (pending, state) = ([], .start) }
        if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
        guard !pending.isEmpty else { return }
        number += 1
        records.append(ExportRecord(number: number, end: end, bytes: pending))
    }
}
