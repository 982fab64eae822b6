import IdentityToolkit
import VinculaCore

/// A message that writes itself as JSON, with the result that its `Encodable` conformance would have.
///
/// `Encodable` costs two calls through tables for each property, even an absent one: for a lookup, three quarters of what reading
/// the account from SQLite costs. Only the messages of the most frequent answers do without.
protocol DirectlyWritten: Encodable, Sendable {
    /// Writes the members, in the order of the properties; absent ones are omitted.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot represent.
    func writeMembers(to answer: inout AnswerWriter) throws
}

/// Writes JSON member by member.
struct AnswerWriter {
    private(set) var bytes: [UInt8]
    /// Indicates that the innermost open container is still empty.
    private var isEmpty = true

    /// Appends to what is there already.
    init(after bytes: consuming [UInt8] = []) {
        self.bytes = bytes
        if self.bytes.isEmpty { self.bytes.reserveCapacity(1024) }
    }

    mutating func write(_ message: some DirectlyWritten) throws {
        bytes.append(UInt8(ascii: "{"))
        isEmpty = true
        try message.writeMembers(to: &self)
        bytes.append(UInt8(ascii: "}"))
        isEmpty = false
    }

    mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        start(name)
        bytes.append(jsonText: text)
    }

    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        start(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        start(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func member(_ name: StaticString, _ number: Double?) throws {
        guard let number else { return }
        start(name)
        bytes.append(contentsOf: try AnswerEncoder.text(of: number).utf8)
    }

    mutating func member(_ name: StaticString, _ number: Int64Text?) {
        guard let number else { return }
        start(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: String(number.value).utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func member(_ name: StaticString, _ message: (some DirectlyWritten)?) throws {
        guard let message else { return }
        start(name)
        try write(message)
    }

    mutating func member(_ name: StaticString, _ messages: [some DirectlyWritten]?) throws {
        guard let messages else { return }
        start(name)
        bytes.append(UInt8(ascii: "["))
        for (index, message) in messages.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            try write(message)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// - Parameter name: A name without anything that JSON escapes.
    private mutating func start(_ name: StaticString) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
