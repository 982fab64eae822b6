import Foundation
import IdentityToolkit
import VinculaCore

/// Determines the JSON schema of a type by decoding it without input, with a decoder that records what is requested.
///
/// So a schema matches what the server really reads and writes, and there is no second list of fields to fall behind the
/// types.
final class SchemaReader {
    /// The schemas of all types encountered, by name.
    private(set) var components: [String: JSONValue] = [:]
    private var isReadingRequest = false
    private var requests: Set<String> = []

    /// Returns the schema of a type; for an object, a reference to ``components``.
    ///
    /// - Parameter isRequest: `true` for a request's type, whose optional fields may be null; responses omit them instead.
    /// - Throws: An error that the type's `init(from:)` throws when it gets empty strings and zeros.
    func schema(of type: any Decodable.Type, isRequest: Bool = false) throws -> JSONValue {
        isReadingRequest = isRequest
        return try read(type).schema
    }

    /// Creates a value of a type, and its schema along the way.
    fileprivate func read<Value: Decodable>(_ type: Value.Type) throws -> (schema: JSONValue, value: Value) {
        if let value = Int64Text(0) as? Value { return (isReadingRequest ? Self.int64TextOrNumber : Self.int64Text, value) }
        if let value = JSONValue.null as? Value { return (.object([:]), value) }
        for (sample, schema) in Self.scalars { if let value = sample as? Value { return (schema, value) } }
        if let type = Value.self as? any WireEnum.Type, let value = Self.sample(type) as? Value {
            return (Self.schema(of: type, isRequest: isReadingRequest), value)
        }
        if let type = Value.self as? any NamedValues.Type, let value = type.init() as? Value {
            let item = try schema(of: type.item)
            return (.object(["type": "object", "additionalProperties": item]), value)
        }
        let note = SchemaNote(reader: self)
        let value = try Value(from: SchemaDecoder(note: note))
        guard note.isObject else { return (note.schema, value) }
        let name = Self.name(of: type)
        if isReadingRequest { requests.insert(name) }
        components[name] = note.object(nullable: requests.contains(name))
        return (.object(["$ref": .string("#/components/schemas/\(name)")]), value)
    }

    private static let int64Text: JSONValue = .object([
        "type": "string", "format": "int64", "pattern": "^[+-]?[0-9]+$",
    ])

    private static let int64TextOrNumber: JSONValue = .object([
        "anyOf": .array([int64Text, .object(["type": "integer", "format": "int64"])])
    ])

    private func schema(of item: any Decodable.Type) throws -> JSONValue { try read(item).schema }

    private static func sample<Value: WireEnum>(_ type: Value.Type) -> Value? { type.allCases.first }

    /// Responses have the name; requests may have the number, too.
    private static func schema<Value: WireEnum>(of type: Value.Type, isRequest: Bool) -> JSONValue {
        let names: JSONValue = .object([
            "type": "string", "enum": .array(type.allCases.map { .string($0.rawValue) }),
        ])
        guard isRequest else { return names }
        let numbers: JSONValue = .object([
            "type": "integer", "minimum": 0, "maximum": .integer(Int64(type.allCases.count - 1)),
        ])
        return .object(["anyOf": .array([names, numbers])])
    }

    private static let scalars: [(any Decodable & Sendable, JSONValue)] = [
        ("", .object(["type": "string"])),
        (false, .object(["type": "boolean"])),
        (0 as Int, .object(["type": "integer", "format": "int64"])),
        (0 as Int64, .object(["type": "integer", "format": "int64"])),
        (0 as Double, .object(["type": "number", "format": "double"])),
    ]

    /// Returns a type's name, with `Outer.Inner` as `OuterInner`.
    private static func name(of type: any Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined()
    }
}

/// A dictionary, whose keys are not known in advance.
private protocol NamedValues {
    static var item: any Decodable.Type { get }
    init()
}

extension Dictionary: NamedValues where Key == String, Value: Decodable {
    static var item: any Decodable.Type { Value.self }
}

/// A record of what one decoder was asked for.
private final class SchemaNote {
    let reader: SchemaReader
    var isObject = false
    var schema: JSONValue = .object([:])
    private var properties: [String: JSONValue] = [:]
    private var optional: Set<String> = []

    init(reader: SchemaReader) { self.reader = reader }

    func isOptional(_ name: String) { optional.insert(name) }

    func read<Value: Decodable>(_ type: Value.Type, named name: String) throws -> Value {
        let (schema, value) = try reader.read(type)
        properties[name] = schema
        return value
    }

    func object(nullable: Bool) -> JSONValue {
        var shown = properties
        if nullable { for name in optional { shown[name] = shown[name].map(Self.orNull) } }
        var schema: [String: JSONValue] = ["type": "object", "properties": .object(shown)]
        let required = properties.keys.filter { !optional.contains($0) }.sorted()
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return .object(schema)
    }

    private static func orNull(_ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema else { return schema }
        if members["$ref"] != nil { members = ["allOf": .array([schema])] }
        members["nullable"] = true
        return .object(members)
    }
}

private struct SchemaDecoder: Decoder {
    let note: SchemaNote
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        note.isObject = true
        return KeyedDecodingContainer(SchemaMembers(note: note))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { SchemaItems(note: note) }

    func singleValueContainer() -> any SingleValueDecodingContainer { SchemaScalar(note: note) }
}

private struct SchemaMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let note: SchemaNote
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    /// Called only for fields that may be missing.
    func contains(_ key: Key) -> Bool {
        note.isOptional(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try note.read(type, named: key.stringValue)
    }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedDecodingContainer<Inner> {
        SchemaDecoder(note: SchemaNote(reader: note.reader)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        SchemaItems(note: SchemaNote(reader: note.reader))
    }

    func superDecoder() -> any Decoder { SchemaDecoder(note: note) }

    func superDecoder(forKey key: Key) -> any Decoder { SchemaDecoder(note: note) }
}

/// An array with one item, so that the item's type is requested.
private struct SchemaItems: UnkeyedDecodingContainer {
    let note: SchemaNote
    let codingPath: [any CodingKey] = []
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }
    var currentIndex = 0

    init(note: SchemaNote) { self.note = note }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = try note.reader.read(type)
        note.schema = .object(["type": "array", "items": schema])
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedDecodingContainer<Inner> {
        currentIndex += 1
        return SchemaDecoder(note: SchemaNote(reader: note.reader)).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return SchemaItems(note: SchemaNote(reader: note.reader))
    }

    mutating func superDecoder() -> any Decoder { SchemaDecoder(note: note) }
}

private struct SchemaScalar: SingleValueDecodingContainer {
    let note: SchemaNote
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = try note.reader.read(type)
        note.schema = schema
        return value
    }
}
