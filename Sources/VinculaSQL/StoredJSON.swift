import Foundation
import VinculaCore

/// Values stored as a single JSON text, because they are never searched.
enum StoredJSON {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// - Throws: ``StoreError/corruptValue(type:)``: the text is our own, so the request is not at fault.
    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch is DecodingError {
            throw StoreError.corruptValue(type: "\(Value.self)")
        }
    }

    /// Decodes a value that an older version may have stored; members that it did not know are taken from `defaults`.
    static func decode<Value: Codable>(_ text: String, defaults: Value) throws -> Value {
        let stored: JSONValue = try decode(text)
        let complete: JSONValue = try decode(try encode(defaults))
        return try decode(try encode(complete.overlaid(with: stored)))
    }
}

extension JSONValue {
    fileprivate func overlaid(with other: JSONValue) -> JSONValue {
        guard case .object(let mine) = self, case .object(let others) = other else { return other }
        return .object(mine.merging(others) { $0.overlaid(with: $1) })
    }
}
