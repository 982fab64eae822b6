import Foundation
import VinculaCore

/// A protobuf field mask: `a.b,c`; a path covers all below it.
package struct FieldMask: Sendable {
    private let paths: [String]?

    /// - Parameter text: `nil` or empty: everything that the body has.
    package init(_ text: String?) { self.init([text].compactMap(\.self)) }

    /// - Parameter texts: Every `updateMask` that a request has; together they are one mask.
    private init(_ texts: [String]) {
        let paths = texts.flatMap { $0.split(separator: ",") }.map { Self.camelCase($0.trimmingCharacters(in: .whitespaces)) }
        self.paths = paths.isEmpty ? nil : paths
    }

    /// Takes a mask that names nothing but fields which a type has.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a path that leads nowhere: it would change nothing and say nothing.
    init<Wire: Decodable>(_ texts: [String], of type: Wire.Type) throws(AuthError) {
        self.init(texts)
        guard let paths else { return }
        let fields = WireFields.paths(of: type)
        for path in paths where path != "*" && !fields.contains(path) {
            throw .invalidArgument("Invalid updateMask: there is no field \(path.prefix(100)).")
        }
    }

    /// Requires that a body has every field that the mask names.
    ///
    /// To protobuf a field that is left out means its default, so a PATCH with a mistyped body would switch off what it does
    /// not name. Here the default is said aloud: `null`, for a single value; a part with fields of its own is sent itself.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)``.
    func requireFields<Wire: Decodable>(in body: JSONValue, of type: Wire.Type) throws(AuthError) {
        guard let paths else { return }
        let fields = WireFields.paths(of: type)
        for path in paths where path != "*" {
            let isPart = fields.contains { $0.hasPrefix(path + ".") }
            switch Self.value(at: path, in: body) {
            case nil:
                throw .invalidArgument("updateMask names \(path), and the body lacks it: send its new value, or null for none.")
            case .null? where isPart:
                throw .invalidArgument("updateMask names \(path), and the body has null there: send what it is to be.")
            default: break
            }
        }
    }

    private static func value(at path: String, in body: JSONValue) -> JSONValue? {
        path.split(separator: ".").reduce(body) { part, name in
            guard case .object(let members)? = part else { return nil }
            return members[String(name)] ?? members.first { camelCase($0.key) == name }?.value
        }
    }

    /// Whether a field is to be written.
    package func covers(_ path: String) -> Bool {
        paths?.contains { $0 == "*" || path == $0 || path.hasPrefix($0 + ".") || $0.hasPrefix(path + ".") } ?? true
    }

    /// Whether the mask names exactly this field, so that `null` in the body means "off" (protobuf's default).
    package func names(_ path: String) -> Bool { paths?.contains(path) ?? false }

    /// Google takes the names of the fields in both of protobuf's spellings, `sign_in.allow_duplicate_emails` too.
    private static func camelCase(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "_")) else { return path }
        let words = path.split(separator: "_", omittingEmptySubsequences: false)
        return words.dropFirst().reduce(into: String(words[0])) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

extension Call {
    /// The request's `updateMask`, as a mask of a type's fields.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a field that the type does not have, or that the body lacks.
    func updateMask<Wire: Decodable>(of type: Wire.Type) throws -> FieldMask {
        let mask = try FieldMask(query.all("updateMask"), of: type)
        try mask.requireFields(in: try body.decode(JSONValue.self), of: type)
        return mask
    }
}
