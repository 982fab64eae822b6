/// The names of a wire type's fields, at every level: `signIn`, `signIn.email`, `signIn.email.enabled`, …
///
/// They are read off the type itself, by letting it decode from a body of which nothing is there yet and noting what it asks
/// for. So a new field needs no second list.
enum WireFields {
    /// No type nests deeper; a type that contains itself ends here.
    fileprivate static let maximumDepth = 8

    static func paths<Wire: Decodable>(of type: Wire.Type) -> Set<String> {
        let notes = Notes()
        _ = try? Wire(from: Asked(path: [], notes: notes))
        return notes.paths
    }
}

private final class Notes {
    var paths: Set<String> = []
}

/// There is no value to give; whoever asked has no fields.
private struct NoValue: Error {}

private struct Asked: Decoder {
    let path: [String]
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(path: path, notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoValue() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoValue() }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let path: [String]
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    private func note(_ key: Key) -> [String] {
        let field = path + [key.stringValue]
        notes.paths.insert(field.joined(separator: "."))
        return field
    }

    func contains(_ key: Key) -> Bool {
        _ = note(key)
        return false
    }

    func decodeNil(forKey key: Key) -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let field = note(key)
        guard field.count < WireFields.maximumDepth else { throw NoValue() }
        return try Value(from: Asked(path: field, notes: notes))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try? decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(Fields<Nested>(path: note(key), notes: notes))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        _ = note(key)
        throw NoValue()
    }

    func superDecoder() throws -> any Decoder { throw NoValue() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NoValue() }
}
