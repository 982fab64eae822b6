import Foundation
import IdentityToolkit
import VinculaCore

/// Encodes a response as JSON directly into bytes.
///
/// Foundation's encoder first builds a tree of the whole response, which for a lookup costs more than reading the account.
/// Members are written in the order of the type's properties, and absent ones are omitted.
struct AnswerEncoder {
    /// - Throws: `EncodingError` for a number that JSON cannot represent.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let output = Output()
        output.bytes.reserveCapacity(1024)
        try value.encode(to: Node(output: output, depth: 0))
        output.close(above: 0)
        return output.bytes
    }

    /// Encodes a message that writes itself.
    static func encode(_ value: some DirectlyWritten) throws -> [UInt8] {
        var writer = AnswerWriter()
        try writer.write(value)
        return writer.bytes
    }

    /// - Throws: `EncodingError` for a number that JSON cannot represent.
    static func text(of number: Double) throws -> String {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: [], debugDescription: "JSON cannot represent this number."))
        }
        return Int64(exactly: number).map { String($0) } ?? String(number)
    }

    /// The output so far, and the containers that are still open.
    fileprivate final class Output {
        var bytes: [UInt8] = []
        /// The closing brackets of the open containers, outermost first, and whether each is still empty.
        private var open: [(bracket: UInt8, isEmpty: Bool)] = []

        func open(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) -> Int {
            bytes.append(UInt8(ascii: opening))
            open.append((UInt8(ascii: closing), true))
            return open.count
        }

        /// Closes the containers nested more deeply than `depth`: they are complete once the container at that depth
        /// continues.
        func close(above depth: Int) {
            while open.count > depth, let last = open.popLast() { bytes.append(last.bracket) }
        }

        func startElement(at depth: Int) {
            close(above: depth)
            if !open[depth - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
            open[depth - 1].isEmpty = false
        }

        func startMember(_ name: String, at depth: Int) {
            startElement(at: depth)
            write(name)
            bytes.append(UInt8(ascii: ":"))
        }

        func write(plain text: String) { bytes.append(contentsOf: text.utf8) }

        func write(_ text: String) { bytes.append(jsonText: text) }

        func write(_ number: Double) throws { write(plain: try AnswerEncoder.text(of: number)) }

        /// Writes an account, of which some answers have thousands.
        func write(_ account: UserInfo) throws {
            var writer = AnswerWriter(after: exchange(&bytes, with: []))
            defer { bytes = writer.bytes }
            try writer.write(account)
        }

        func write<Value: Encodable>(_ value: Value, at depth: Int) throws {
            // Types are compared before anything is cast: a cast takes longer than the rest.
            if Value.self == String.self {
                write(unsafeBitCast(value, to: String.self))
            } else if Value.self == Int64Text.self {
                write(plain: "\"\(unsafeBitCast(value, to: Int64Text.self).value)\"")
            } else if Value.self == Bool.self {
                write(plain: unsafeBitCast(value, to: Bool.self) ? "true" : "false")
            } else if Value.self == Int.self {
                write(plain: String(unsafeBitCast(value, to: Int.self)))
            } else if Value.self == Double.self {
                try write(unsafeBitCast(value, to: Double.self))
            } else if Value.self == Float.self {
                try write(Double(unsafeBitCast(value, to: Float.self)))
            } else if Value.self == UserInfo.self {
                try write(unsafeBitCast(value, to: UserInfo.self))
            } else if let whole = Self.otherWhole(value) {
                write(plain: whole)
            } else {
                let start = bytes.count
                try value.encode(to: Node(output: self, depth: depth))
                close(above: depth)
                // A value that encodes nothing is an empty object.
                if bytes.count == start { write(plain: "{}") }
            }
        }

        private static let otherWholes: Set<ObjectIdentifier> = {
            let types: [Any.Type] = [
                Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
            ]
            return Set(types.map(ObjectIdentifier.init))
        }()

        /// The digits of a whole number of one of the less common types.
        private static func otherWhole<Value>(_ value: Value) -> String? {
            // None is larger than a word, and what is larger is most likely an object.
            guard MemoryLayout<Value>.size <= 8, otherWholes.contains(ObjectIdentifier(Value.self)) else { return nil }
            return (value as? any BinaryInteger).map { String($0) }
        }
    }

    fileprivate struct Node: Encoder {
        let output: Output
        /// The number of containers around this position.
        let depth: Int
        // Nobody reads it, and to keep it costs an allocation for each member.
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            output.close(above: depth)
            return KeyedEncodingContainer(Members(output: output, depth: output.open("{", "}")))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            output.close(above: depth)
            return Elements(output: output, depth: output.open("[", "]"))
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: self) }
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: AnswerEncoder.Output
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {
        output.startMember(key.stringValue, at: depth)
        output.write(plain: "null")
    }

    mutating func encode(_ value: Bool, forKey key: Key) {
        output.startMember(key.stringValue, at: depth)
        output.write(plain: value ? "true" : "false")
    }

    mutating func encode(_ value: String, forKey key: Key) {
        output.startMember(key.stringValue, at: depth)
        output.write(value)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        output.startMember(key.stringValue, at: depth)
        try output.write(value, at: depth)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        output.startMember(key.stringValue, at: depth)
        try output.write(value, at: depth)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        output.startMember(key.stringValue, at: depth)
        return AnswerEncoder.Node(output: output, depth: depth).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        output.startMember(key.stringValue, at: depth)
        return AnswerEncoder.Node(output: output, depth: depth).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { AnswerEncoder.Node(output: output, depth: depth) }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        output.startMember(key.stringValue, at: depth)
        return AnswerEncoder.Node(output: output, depth: depth)
    }
}

private struct Elements: UnkeyedEncodingContainer {
    let output: AnswerEncoder.Output
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    private(set) var count = 0

    init(output: AnswerEncoder.Output, depth: Int) {
        self.output = output
        self.depth = depth
    }

    private mutating func start() {
        output.startElement(at: depth)
        count += 1
    }

    mutating func encodeNil() {
        start()
        output.write(plain: "null")
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        start()
        try output.write(value, at: depth)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        start()
        return AnswerEncoder.Node(output: output, depth: depth).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        start()
        return AnswerEncoder.Node(output: output, depth: depth).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        start()
        return AnswerEncoder.Node(output: output, depth: depth)
    }
}

private struct Single: SingleValueEncodingContainer {
    let node: AnswerEncoder.Node
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { node.output.write(plain: "null") }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try node.output.write(value, at: node.depth)
    }
}
