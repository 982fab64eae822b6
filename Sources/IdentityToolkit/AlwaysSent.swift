/// A field of an answer that our server always sends, and that a client can do without.
///
/// The OpenAPI description says that it is required; reading an answer of another server that leaves it out, or has another
/// type there, gives `nil`.
@propertyWrapper
public struct AlwaysSent<Value> {
    public var wrappedValue: Value?

    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension AlwaysSent: Sendable where Value: Sendable {}
extension AlwaysSent: Equatable where Value: Equatable {}
extension AlwaysSent: Hashable where Value: Hashable {}

/// By itself only as an array's item; a member of an object goes by the containers below.
extension AlwaysSent: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) { wrappedValue = try? decoder.singleValueContainer().decode(Value.self) }
}

extension AlwaysSent: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Swift's synthesised code calls these instead of the general `decode` and `encode`.
extension KeyedDecodingContainer {
    /// Does not ask whether the member is there: who reads types for the description takes it for required.
    func decode<Value: Decodable>(_ type: AlwaysSent<Value>.Type, forKey key: Key) throws -> AlwaysSent<Value> {
        AlwaysSent(wrappedValue: try? decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Encodable>(_ field: AlwaysSent<Value>, forKey key: Key) throws {
        try encodeIfPresent(field.wrappedValue, forKey: key)
    }
}
