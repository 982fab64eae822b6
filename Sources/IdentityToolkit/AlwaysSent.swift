/// A response field that our server always sends, but that a client can do without.
///
/// The OpenAPI description lists it as required. If another server's response omits it or has another type there, it is read
/// as `nil`.
@propertyWrapper
public struct AlwaysSent<Value> {
    /// The field's value; `nil` if it was missing or could not be read.
    public var wrappedValue: Value?

    /// Creates a field with a value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension AlwaysSent: Sendable where Value: Sendable {}
extension AlwaysSent: Equatable where Value: Equatable {}
extension AlwaysSent: Hashable where Value: Hashable {}

/// Used directly only for array items; members of objects are decoded by the container extensions below.
extension AlwaysSent: Decodable where Value: Decodable {
    /// Reads an array's item, or `nil` if it has another type.
    public init(from decoder: any Decoder) { wrappedValue = try? decoder.singleValueContainer().decode(Value.self) }
}

extension AlwaysSent: Encodable where Value: Encodable {
    /// Writes an array's item, or `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Swift's synthesized code calls these instead of the general `decode` and `encode`.
extension KeyedDecodingContainer {
    /// Does not check whether the member exists: the code that derives the OpenAPI description then treats it as required.
    func decode<Value: Decodable>(_ type: AlwaysSent<Value>.Type, forKey key: Key) throws -> AlwaysSent<Value> {
        AlwaysSent(wrappedValue: try? decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Encodable>(_ field: AlwaysSent<Value>, forKey key: Key) throws {
        try encodeIfPresent(field.wrappedValue, forKey: key)
    }
}
