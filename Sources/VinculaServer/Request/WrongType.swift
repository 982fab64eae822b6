import Foundation
import IdentityToolkit
import VinculaCore

/// The errors for bodies whose fields have wrong types, or values that an enum does not have.
enum WrongType {
    static func answer(to error: DecodingError) -> any Error {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let field = context.codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
            let subject = field.isEmpty ? "The body" : field
            return AuthError.invalidArgument("Invalid JSON payload received. \(subject) must be \(name(of: type))")
        case .keyNotFound(let key, let context):
            let field = (context.codingPath + [key]).map { "/" + $0.stringValue }.joined()
            return AuthError.invalidArgument("Invalid JSON payload received. \(field) is missing")
        case .dataCorrupted:
            return RequestRefusal.malformedJSON("Unexpected token in JSON")
        @unknown default:
            return RequestRefusal.malformedJSON("Unexpected token in JSON")
        }
    }

    static func answer(to error: UnknownEnumValue) -> AuthError {
        let field = error.path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
        return .invalidArgument(
            "Invalid JSON payload received. \(field) must be one of \(error.names.joined(separator: ", "))")
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
