import Foundation
import IdentityToolkit
import VinculaCore

/// A protobuf field mask: `a.b,c`; a path covers everything below it.
package struct FieldMask: Sendable {
    private let paths: [String]?

    /// - Parameter text: The mask; if `nil` or empty, it covers every field in the body.
    package init(_ text: String?) { self.init([text].compactMap(\.self)) }

    /// - Parameter texts: Every `updateMask` of a request; together they are one mask.
    private init(_ texts: [String]) {
        let paths = texts.flatMap { $0.split(separator: ",") }.map { Self.camelCase($0.trimmingCharacters(in: .whitespaces)) }
        self.paths = paths.isEmpty ? nil : paths
    }

    /// Creates a mask that names only fields of a type.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for an unknown path, which would otherwise be ignored silently.
    init<Wire: Decodable>(_ texts: [String], of type: Wire.Type) throws(AuthError) {
        self.init(texts)
        guard let paths else { return }
        let fields = WireFields.paths(of: type)
        for path in paths where path != "*" && !fields.contains(path) {
            throw .invalidArgument("Invalid updateMask: unknown field \(path.prefix(100)).")
        }
    }

    /// Requires that a body has every field that the mask names, and `null` only where that means "none".
    ///
    /// In protobuf an omitted field means its default, so a PATCH with a mistyped body would switch off what it does not
    /// name, and one with `null` for a boolean would weaken a project or change nothing.
    ///
    /// - Parameter emptiable: The fields that `null` clears; `nil` for every field without subfields.
    /// - Throws: ``AuthError/invalidArgument(_:)``.
    func requireFields<Wire: Decodable>(
        in body: JSONValue, of type: Wire.Type, emptiable: Set<String>? = nil
    ) throws(AuthError) {
        guard let paths else { return }
        let fields = WireFields.paths(of: type)
        for path in paths where path != "*" && Self.value(at: path, in: body) == nil {
            throw .invalidArgument("updateMask names \(path), but the body does not contain it: send its new value.")
        }
        for path in Self.nulls(in: body).sorted() where fields.contains(path) && covers(path) {
            if emptiable?.contains(path) == true { continue }
            let isPart = fields.contains { $0.hasPrefix(path + ".") }
            guard !(emptiable.map { $0.contains(path) } ?? !isPart) else { continue }
            throw .invalidArgument("updateMask names \(path), but the body has null for it: send its new value.")
        }
    }

    /// Requires that the mask names no field that only answers have. In a body such a field is ignored; in a mask it asks for a
    /// change that cannot be made.
    ///
    /// - Parameter fields: The fields of Google's type.
    /// - Throws: ``AuthError/invalidArgument(_:)``.
    func requireWritable(_ fields: DiscoveredFields) throws(AuthError) {
        guard let path = paths?.first(where: fields.isReadOnly) else { return }
        throw .invalidArgument("updateMask names \(path), which cannot be changed: leave it out.")
    }

    /// Returns the paths of the members that are `null`; lists are not searched.
    private static func nulls(in body: JSONValue, below place: String = "") -> [String] {
        guard case .object(let members) = body else { return [] }
        return members.flatMap { name, value in
            let path = place.isEmpty ? camelCase(name) : "\(place).\(camelCase(name))"
            return value == .null ? [path] : nulls(in: value, below: path)
        }
    }

    private static func value(at path: String, in body: JSONValue) -> JSONValue? {
        path.split(separator: ".").reduce(body) { part, name in
            guard case .object(let members)? = part else { return nil }
            return members[String(name)] ?? members.first { camelCase($0.key) == name }?.value
        }
    }

    /// Indicates whether a field is to be written.
    package func covers(_ path: String) -> Bool {
        paths?.contains { $0 == "*" || path == $0 || path.hasPrefix($0 + ".") || $0.hasPrefix(path + ".") } ?? true
    }

    /// Indicates whether the mask names exactly this field, so that `null` in the body means "none".
    package func names(_ path: String) -> Bool { paths?.contains(path) ?? false }

    /// Converts a path to camel case: Google accepts field names in both of protobuf's spellings,
    /// `sign_in.allow_duplicate_emails` too.
    private static func camelCase(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "_")) else { return path }
        let words = path.split(separator: "_", omittingEmptySubsequences: false)
        return words.dropFirst().reduce(into: String(words[0])) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

extension Call {
    /// Returns the request's `updateMask`, as a mask of a type's fields.
    ///
    /// - Parameter emptiable: The fields that `null` clears; `nil` for every field without subfields.
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a field that the type does not have, that only answers have, that the
    ///   body lacks, or that the body has as `null` although it cannot be cleared.
    func updateMask<Wire: Decodable>(of type: Wire.Type, emptiable: Set<String>? = nil) throws -> FieldMask {
        // A misspelt parameter name would mean no mask, and every field in the body would be written.
        if let name = query.unknownNames(besides: ["updateMask"]).first {
            throw AuthError.invalidArgument("Unknown name \"\(name.prefix(100))\": Cannot bind query parameter.")
        }
        let mask = try FieldMask(query.all("updateMask"), of: type)
        if let fields = (type as? any AdministratorRequest.Type)?.discovered { try mask.requireWritable(fields) }
        try mask.requireFields(in: try body.decode(JSONValue.self), of: type, emptiable: emptiable)
        return mask
    }
}

extension DiscoveredFields {
    /// Indicates whether a field, or one around it, appears only in responses.
    fileprivate func isReadOnly(_ path: String) -> Bool {
        var fields: DiscoveredFields? = self
        for name in path.split(separator: ".") {
            guard let field = fields?[String(name)] else { return false }
            if field.isReadOnly { return true }
            fields = field.inner
        }
        return false
    }
}
