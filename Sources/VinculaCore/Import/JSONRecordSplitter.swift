/// Finds the accounts in an export in JSON, without recursion and without looking at what they contain.
///
/// A record is only delimited here; ``JSONParser`` decides whether it is JSON.
package struct JSONRecordSplitter: Sendable {
    private enum Place {
        /// Before, between or after whole values.
        case outside
        /// In the object around the list.
        case wrapper
        /// In a member's value that is not the list.
        case otherValue
        /// In the list.
        case list
        /// In an account.
        case record
    }

    private static let longestName = 64
    private static let mostNames = 16

    /// The members beside the list of accounts; the first few.
    package private(set) var otherMembers: Set<String> = []

    private var place = Place.outside
    private var position: Int64 = 0
    private var number: Int64 = 0
    private var pending: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The list is the whole value, and not a member of an object.
    private var isBareList = false
    private var hasList = false
    /// The member's name, while its value is awaited.
    private var name: [UInt8] = []
    private var awaitsValue = false

    package init() {}

    package mutating func read(_ chunk: [UInt8], into records: inout [ExportRecord]) throws(ExportFault) {
        var start = place == .record ? 0 : nil as Int?
        for index in chunk.indices {
            let byte = chunk[index]
            if isInString {
                readInString(byte)
                continue
            }
            switch place {
            case .record:
                guard step(byte) else { continue }
                pending += chunk[(start ?? 0)...index]
                start = nil
                try emit(end: position + Int64(index) + 1, into: &records)
            case .otherValue: if step(byte) { place = .wrapper }
            case .list: if try readInList(byte, at: index) { start = index }
            case .outside: try readOutside(byte, at: index)
            case .wrapper: try readInWrapper(byte, at: index)
            }
        }
        if let start { pending += chunk[start...] }
        position += Int64(chunk.count)
        guard pending.count <= ExportRecord.longest else {
            throw .recordTooLong(at: position - Int64(pending.count))
        }
    }

    package func finish() throws(ExportFault) {
        guard place == .outside else { throw .cutOff }
        guard hasList else { throw .noAccounts }
    }

    private mutating func readInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if place == .wrapper, !awaitsValue { noteName() }
            return
        }
        if place == .wrapper, !awaitsValue, name.count <= Self.longestName { name.append(byte) }
    }

    /// Follows the brackets of a value.
    ///
    /// - Returns: `true` if the value ends with this byte.
    private mutating func step(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            return depth == 0
        default: break
        }
        return false
    }

    private mutating func emit(end: Int64, into records: inout [ExportRecord]) throws(ExportFault) {
        guard pending.count <= ExportRecord.longest else { throw .recordTooLong(at: end - Int64(pending.count)) }
        number += 1
        records.append(ExportRecord(number: number, end: end, bytes: pending))
        pending = []
        place = .list
    }

    private mutating func readOutside(_ byte: UInt8, at index: Int) throws(ExportFault) {
        switch byte {
        case UInt8(ascii: "{"): (place, awaitsValue, name) = (.wrapper, false, [])
        case UInt8(ascii: "["): (place, isBareList, hasList) = (.list, true, true)
        default: try requireSpace(byte, at: index)
        }
    }

    private mutating func readInWrapper(_ byte: UInt8, at index: Int) throws(ExportFault) {
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            if !awaitsValue { name = [] }
        case UInt8(ascii: ":"): awaitsValue = true
        case UInt8(ascii: ","): awaitsValue = false
        case UInt8(ascii: "}"): place = .outside
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            guard awaitsValue else { throw .unexpected(at: position + Int64(index)) }
            if byte == UInt8(ascii: "["), name == Array("users".utf8) {
                (place, isBareList, hasList) = (.list, false, true)
            } else {
                (place, depth) = (.otherValue, 1)
            }
        default:
            // A number, a truth value or null.
            if !awaitsValue { try requireSpace(byte, at: index) }
        }
    }

    /// - Returns: `true` if an account begins.
    private mutating func readInList(_ byte: UInt8, at index: Int) throws(ExportFault) -> Bool {
        switch byte {
        case UInt8(ascii: "{"):
            (place, depth) = (.record, 1)
            return true
        case UInt8(ascii: "]"): place = isBareList ? .outside : .wrapper
        case UInt8(ascii: ","): break
        default: try requireSpace(byte, at: index)
        }
        return false
    }

    private func requireSpace(_ byte: UInt8, at index: Int) throws(ExportFault) {
        guard byte == 0x20 || (0x09...0x0D).contains(byte) else { throw .unexpected(at: position + Int64(index)) }
    }

    private mutating func noteName() {
        let text = String(decoding: name, as: UTF8.self)
        if text != "users", otherMembers.count < Self.mostNames { otherMembers.insert(text) }
    }
}
