package import Foundation

/// Any JSON value, for places where others decide the shape: custom claims, a provider's user info.
package enum JSONValue: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        // Every failed attempt builds an error with the whole path, so the most frequent kinds come first, and containers
        // early.
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let members = try? decoder.container(keyedBy: MemberName.self) {
            var object: [String: JSONValue] = [:]
            for name in members.allKeys { object[name.stringValue] = try members.decode(JSONValue.self, forKey: name) }
            self = .object(object)
        } else if var items = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !items.isAtEnd { array.append(try items.decode(JSONValue.self)) }
            self = .array(array)
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The greatest nesting depth that ``parse(_:)`` accepts.
    package static let maximumDepth = 16
    /// The greatest number of values that ``parse(_:)`` accepts.
    package static let maximumValues = 1000

    /// Reads a JSON text from an untrusted source.
    ///
    /// - Parameter data: UTF-8 JSON.
    /// - Returns: `nil` if it is not JSON, nests deeper than ``maximumDepth`` or has more values than ``maximumValues``:
    ///   anybody can send such texts, in tokens among others.
    package static func parse(_ data: Data) -> JSONValue? {
        try? JSONParser.parse(Array(data), maximumDepth: maximumDepth, maximumValues: maximumValues)
    }

    /// The member of an object; `nil` if this is not an object or has no such member.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text, if this is a string.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The number, if this is one; fractions are truncated.
    package var int: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value.rounded(.towardZero))
        default: nil
        }
    }

    /// The Boolean value, if this is one.
    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// Compact JSON, with object members sorted by name.
    package var text: String { JSONWriter.text(of: self) }
}

/// A member's name, whatever it is.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
}
