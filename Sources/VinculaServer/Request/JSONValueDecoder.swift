import Foundation
import VinculaCore

/// Decodes a type from a body that was parsed already, with the result that Foundation's decoder would have for its text.
///
/// Foundation's decoder parses the text once more, which for a small body takes several times as long as everything here.
struct JSONValueDecoder: Decoder {
    /// Notes that Foundation's decoder might see something else in a value than this one.
    final class Doubt {
        var isRaised = false
    }

    /// A value that does not fit. It has no details; Foundation's decoder gives them.
    struct Misfit: Error {}

    let value: JSONValue
    let doubt: Doubt
    // Read only for the text of an error, which this decoder's errors do not have.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Decodes a value.
    ///
    /// - Returns: `nil` if it does not fit the type, or only Foundation's decoder can tell.
    static func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) -> Value? {
        let doubt = Doubt()
        let decoded = try? JSONValueDecoder(value: value, doubt: doubt).read(type, from: value)
        return doubt.isRaised ? nil : decoded
    }

    func read<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
        if type == String.self {
            guard case .string(let text) = value, let text = text as? Value else { throw Misfit() }
            return text
        }
        // Foundation's decoder has a reading of its own for these.
        if type == Data.self || type == Date.self || type == URL.self || type == Decimal.self { throw doubted() }
        return try Value(from: JSONValueDecoder(value: value, doubt: doubt))
    }

    fileprivate func doubted() -> Misfit {
        doubt.isRaised = true
        return Misfit()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw Misfit() }
        return KeyedDecodingContainer(MembersOfValue(members: members, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = value else { throw Misfit() }
        return ItemsOfValue(items: items, decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let truth) = value else { throw Misfit() }
        return truth
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw Misfit() }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw Misfit()
        }
    }

    func decode(_ type: Float.Type) throws -> Float { throw doubted() }

    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    private func integer<Number: FixedWidthInteger>() throws -> Number {
        switch value {
        case .integer(let whole):
            guard let number = Number(exactly: whole) else { throw Misfit() }
            return number
        // `1.0` and `1e3` are integers for Foundation's decoder.
        case .number: throw doubted()
        default: throw Misfit()
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type, from: value) }
}

private struct MembersOfValue<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    private func member(_ key: Key) throws -> JSONValueDecoder {
        guard let value = members[key.stringValue] else { throw JSONValueDecoder.Misfit() }
        return JSONValueDecoder(value: value, doubt: decoder.doubt)
    }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let member = try member(key)
        return try member.read(type, from: member.value)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        switch members[key.stringValue] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw JSONValueDecoder.Misfit()
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try member(key).unkeyedContainer() }

    func superDecoder() throws -> any Decoder { throw decoder.doubted() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.doubted() }
}

private struct ItemsOfValue: UnkeyedDecodingContainer {
    let items: [JSONValue]
    let decoder: JSONValueDecoder
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    init(items: [JSONValue], decoder: JSONValueDecoder) {
        self.items = items
        self.decoder = decoder
    }

    private func item() throws -> JSONValueDecoder {
        guard !isAtEnd else { throw JSONValueDecoder.Misfit() }
        return JSONValueDecoder(value: items[currentIndex], doubt: decoder.doubt)
    }

    mutating func decodeNil() throws -> Bool {
        guard try item().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let item = try item()
        let value = try item.read(type, from: item.value)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        let container = try item().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try item().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder { throw decoder.doubted() }
}
