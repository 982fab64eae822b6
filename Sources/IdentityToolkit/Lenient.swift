/// A response field that may be missing, and that is treated as missing if it cannot be read.
///
/// An odd value (`"expiresIn": "soon"`, a Boolean as a string) then costs only that field, not the whole response. The field
/// is written like any optional: `nil` is left out.
@propertyWrapper
public struct Lenient<Value> {
    /// The field's value; `nil` if it was missing or could not be read.
    public var wrappedValue: Value?

    /// Creates a field without a value.
    public init() {}

    /// Creates a field with a value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

/// Used directly only for array items; members of objects are decoded by the container extensions below.
extension Lenient: Decodable where Value: Decodable {
    /// Reads an array's item, or `nil` if it has another type.
    public init(from decoder: any Decoder) { wrappedValue = try? decoder.singleValueContainer().decode(Value.self) }
}

extension Lenient: Encodable where Value: Encodable {
    /// Writes an array's item, or `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Swift's synthesized code calls these instead of the general `decode` and `encode`, which do not allow for a missing
// member.
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
