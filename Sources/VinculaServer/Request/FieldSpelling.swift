import Foundation
import VinculaCore

/// The two spellings that a field's name has in protobuf's JSON: `idToken`, and the name in the schema, `id_token`.
enum FieldSpelling {
    /// Returns a name in camel case if it is in snake case throughout; `nil` for every other name, which is used as it is.
    ///
    /// No two snake-case names have the same camel-case form, and names that mix the two do not count: so searching for a
    /// field by its two spellings finds every name that the decoder takes for it.
    static func camelCase(_ name: String) -> String? {
        var result: [UInt8] = []
        var previous: UInt8 = underscore
        for byte in name.utf8 {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            guard isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == underscore else { return nil }
            // A word begins with a letter: a digit could equally be the end of the word before it.
            guard previous != underscore || isLetter else { return nil }
            if byte != underscore { result.append(previous == underscore && !result.isEmpty ? byte & ~0x20 : byte) }
            previous = byte
        }
        guard previous != underscore, result.count != name.utf8.count else { return nil }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns a camel-case name in snake case.
    static func snakeCase(_ name: String) -> String {
        var result: [UInt8] = []
        for byte in name.utf8 {
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                result += [underscore, byte | 0x20]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Makes a decoder accept a body's snake-case field names.
    ///
    /// - Parameter body: The body.
    /// - Throws: ``RequestRefusal/malformedJSON(_:)`` for a field that one object has in both spellings: two readers could
    ///   each use a different one.
    static func prepare(_ decoder: JSONDecoder, for body: JSONValue) throws(RequestRefusal) {
        // Almost no body has such a name.
        guard mayHaveSnakeCase(body) else { return }
        if let twice = twin(in: body) { throw .malformedJSON("Duplicate name \"\(twice)\"") }
        decoder.keyDecodingStrategy = .custom { path in
            let key = path[path.count - 1]
            guard key.intValue == nil, let name = camelCase(key.stringValue) else { return key }
            return FieldKey(stringValue: name)
        }
    }

    /// Returns a field that an object has in both spellings.
    private static func twin(in value: JSONValue) -> String? {
        switch value {
        case .object(let members):
            for (name, value) in members {
                if let other = camelCase(name), members[other] != nil { return other }
                if let twin = twin(in: value) { return twin }
            }
            return nil
        case .array(let items): return items.lazy.compactMap(twin).first
        default: return nil
        }
    }

    /// Indicates whether a member's name contains an underscore.
    static func mayHaveSnakeCase(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let members):
            members.contains { name, value in name.utf8.contains(underscore) || mayHaveSnakeCase(value) }
        case .array(let items): items.contains(where: mayHaveSnakeCase)
        default: false
        }
    }

    private static let underscore = UInt8(ascii: "_")
}

/// A member's name in the spelling that types use.
private struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
