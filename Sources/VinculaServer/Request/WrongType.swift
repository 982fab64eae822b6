import Foundation
import IdentityToolkit
import VinculaCore

/// The errors for bodies whose fields have wrong types, or values that an enum does not have.
enum WrongType {
    private static let complaint = "Invalid JSON payload received."

    /// The answer to a body that could not be decoded.
    ///
    /// - Parameters:
    ///   - error: The decoder's error.
    ///   - body: The body, which is JSON.
    static func answer(to error: DecodingError, in body: JSONValue) -> AuthError {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let field = context.codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
            let subject = field.isEmpty ? "The body" : field
            return .invalidArgument("\(complaint) \(subject) must be \(name(of: type))")
        case .keyNotFound(let key, let context):
            let field = (context.codingPath + [key]).map { "/" + $0.stringValue }.joined()
            return .invalidArgument("\(complaint) \(field) is missing")
        case .dataCorrupted:
            // A number that the field cannot hold. Foundation does not say which.
            guard let field = fraction(in: body) else { return .invalidArgument("\(complaint) A number is out of range") }
            return .invalidArgument("\(complaint) \(field) must be integer")
        @unknown default:
            return .invalidArgument("\(complaint) A field has the wrong type")
        }
    }

    /// The path of the first number that is not whole, or is too large for an integer.
    private static func fraction(in value: JSONValue) -> String? {
        switch value {
        case .number(let number): Int64(exactly: number) == nil ? "" : nil
        case .array(let items): items.indices.lazy.compactMap { step("\($0)", items[$0]) }.first
        case .object(let members): members.sorted { $0.key < $1.key }.lazy.compactMap { step($0.key, $0.value) }.first
        default: nil
        }
    }

    private static func step(_ name: String, _ value: JSONValue) -> String? { fraction(in: value).map { "/\(name)\($0)" } }

    static func answer(to error: UnknownEnumValue) -> AuthError {
        let field = error.path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
        return .invalidArgument("\(complaint) \(field) must be one of \(error.names.joined(separator: ", "))")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "string"
        case is Bool.Type: "boolean"
        case is Int64.Type, is Int.Type: "integer"
        case is Double.Type: "number"
        case is [Any].Type: "array"
        default: String(describing: type).hasPrefix("Array") ? "array" : "object"
        }
    }
}
