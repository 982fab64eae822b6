import Foundation
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
        try value.encode(to: Node(output: output, depth: 0, codingPath: []))
        output.close(above: 0)
        return output.bytes
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

        func write(_ number: Double, path: [any CodingKey]) throws {
            guard number.isFinite else {
                throw EncodingError.invalidValue(
                    number, .init(codingPath: path, debugDescription: "JSON cannot represent this number."))
            }
            if let whole = Int64(exactly: number) { write(plain: String(whole)) } else { write(plain: String(number)) }
        }

        func write<Value: Encodable>(_ value: Value, at depth: Int, path: [any CodingKey]) throws {
            switch value {
            case let text as String: write(text)
            case let truth as Bool: write(plain: truth ? "true" : "false")
            case let number as Int: write(plain: String(number))
            case let number as Double: try write(number, path: path)
            case let number as any BinaryInteger: write(plain: String(number))
            case let number as Float: try write(Double(number), path: path)
            default:
                let start = bytes.count
                try value.encode(to: Node(output: self, depth: depth, codingPath: path))
                close(above: depth)
                // A value that encodes nothing is an empty object.
                if bytes.count == start { write(plain: "{}") }
            }
        }
    }

    fileprivate struct Node: Encoder {
        let output: Output
        /// The number of containers around this position.
        let depth: Int
        let codingPath: [any CodingKey]
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            output.close(above: depth)
            return KeyedEncodingContainer(Members(output: output, depth: output.open("{", "}"), codingPath: codingPath))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            output.close(above: depth)
            return Elements(output: output, depth: output.open("[", "]"), codingPath: codingPath)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: self) }
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: AnswerEncoder.Output
    let depth: Int
    let codingPath: [any CodingKey]

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
        try output.write(value, at: depth, path: codingPath + [key])
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        output.startMember(key.stringValue, at: depth)
        return AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath + [key]).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        output.startMember(key.stringValue, at: depth)
        return AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath + [key]).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath) }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        output.startMember(key.stringValue, at: depth)
        return AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath + [key])
    }
}

private struct Elements: UnkeyedEncodingContainer {
    let output: AnswerEncoder.Output
    let depth: Int
    let codingPath: [any CodingKey]
    private(set) var count = 0

    init(output: AnswerEncoder.Output, depth: Int, codingPath: [any CodingKey]) {
        self.output = output
        self.depth = depth
        self.codingPath = codingPath
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
        try output.write(value, at: depth, path: codingPath)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        start()
        return AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        start()
        return AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        start()
        return AnswerEncoder.Node(output: output, depth: depth, codingPath: codingPath)
    }
}

private struct Single: SingleValueEncodingContainer {
    let node: AnswerEncoder.Node
    var codingPath: [any CodingKey] { node.codingPath }

    mutating func encodeNil() { node.output.write(plain: "null") }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try node.output.write(value, at: node.depth, path: codingPath)
    }
}
