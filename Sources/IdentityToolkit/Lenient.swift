/// A field of an answer that may be missing, and counts as missing where it cannot be read.
///
/// One odd value (`"expiresIn": "soon"`, a truth value as text) then costs that value and not the whole answer. It is
/// written like any optional: `nil` is left out.
@propertyWrapper
public struct Lenient<Value> {
    public var wrappedValue: Value?

    public init() {}

    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

/// By itself only as an array's item; a member of an object goes by the containers below.
extension Lenient: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) { wrappedValue = try? decoder.singleValueContainer().decode(Value.self) }
}

extension Lenient: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Swift's synthesised code calls these instead of the general `decode` and `encode`, which know no missing member.
extension KeyedDecodingContainer {
    func decode<Value: Decodable>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
        Lenient(wrappedValue: try? decodeIfPresent(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Encodable>(_ field: Lenient<Value>, forKey key: Key) throws {
        try encodeIfPresent(field.wrappedValue, forKey: key)
    }
}
