import IdentityToolkit
import Synchronization
import VinculaCore

extension Call {
    /// Decodes an administrator's body, in which every name has to be known.
    ///
    /// - Parameter mask: The fields that the request writes; a field of Google's that this server lacks is harmless outside
    ///   them.
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names the field, and the errors of decoding.
    func decode<Value: AdministratorRequest>(
        administrator type: Value.Type, mask: FieldMask = FieldMask(nil)
    ) throws -> Value {
        let value = try decode(type)
        try requireKnownFields(of: type, mask: mask)
        return value
    }

    /// Requires that every name in the body is known.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names an unknown one.
    func requireKnownFields<Value: AdministratorRequest>(
        of type: Value.Type, mask: FieldMask = FieldMask(nil)
    ) throws(AuthError) {
        let unknown = UnknownFields.all(in: body.value ?? .null, of: type)
        // As in protobuf, a name that neither Google nor this server knows is refused, whether or not the mask covers it.
        let refused = unknown.filter { !$0.isGoogles || mask.covers($0.path) }
        guard let field = refused.min(by: { $0.path < $1.path }) else { return }
        throw .invalidArgument("Invalid JSON payload received. \(field.complaint)")
    }
}

/// Finds the members of a body that its type does not have, at every level.
enum UnknownFields {
    struct Field: Sendable {
        /// The path in camel case, without indices of lists: `mfa.providerConfigs.state`.
        let path: String
        /// The name as the body spells it.
        let name: String
        /// The path of the enclosing object, in Google's spelling: `mfa.provider_configs[0]`.
        let place: String
        /// Indicates whether Google's API has the field.
        let isGoogles: Bool

        var complaint: String {
            if isGoogles { return "This server does not support the field \(path.prefix(200)): leave it out." }
            let place = place.isEmpty ? "" : " at '\(place.prefix(200))'"
            return "Unknown name \"\(name.prefix(100))\"\(place): Cannot find field."
        }
    }

    /// Fields that clients send in any request and that have no effect.
    private static let passedOver: Set<String> = ["returnSecureToken"]

    /// The position of a value in the body.
    private struct Position {
        var path = ""
        var place = ""

        func member(_ name: String) -> Position {
            let place = FieldSpelling.snakeCase(name)
            return path.isEmpty
                ? Position(path: name, place: place) : Position(path: "\(path).\(name)", place: "\(self.place).\(place)")
        }

        func item(_ index: Int) -> Position { Position(path: path, place: "\(place)[\(index)]") }
    }

    private struct Schema: Sendable {
        let root: JSONValue
        let components: [String: JSONValue]
    }

    /// A cache: reading a type for its fields takes longer than most requests.
    private static let schemas = Mutex<[ObjectIdentifier: Schema]>([:])

    static func all<Wire: AdministratorRequest>(in body: JSONValue, of type: Wire.Type) -> [Field] {
        guard let schema = schema(of: type) else { return [] }
        return fields(in: body, at: Position(), schema.root, Wire.discovered, schema.components)
    }

    private static func schema<Wire: Decodable>(of type: Wire.Type) -> Schema? {
        let id = ObjectIdentifier(type)
        if let known = schemas.withLock({ $0[id] }) { return known }
        let reader = SchemaReader()
        guard let root = try? reader.schema(of: type, isRequest: true) else { return nil }
        let schema = Schema(root: root, components: reader.components)
        schemas.withLock { $0[id] = schema }
        return schema
    }

    private static func fields(
        in value: JSONValue, at position: Position, _ schema: JSONValue, _ discovered: DiscoveredFields?,
        _ components: [String: JSONValue]
    ) -> [Field] {
        let schema = resolved(schema, components)
        switch value {
        case .array(let items):
            guard let item = schema["items"] else { return [] }
            return items.enumerated().flatMap { fields(in: $1, at: position.item($0), item, discovered, components) }
        case .object(let members):
            return members.flatMap { spelled, value -> [Field] in
                let name = FieldSpelling.camelCase(spelled) ?? spelled
                let own = position.member(name)
                let known = discovered?[name]
                if let schema = schema["additionalProperties"] ?? schema["properties"]?[name] {
                    return fields(in: value, at: own, schema, known?.inner, components)
                }
                // A type without fields has no schema of its own, but Google's schema may list some.
                guard schema["properties"] != nil || discovered != nil else { return [] }
                if position.path.isEmpty && passedOver.contains(name) { return [] }
                if let known, known.isReadOnly || value.saysNothing { return [] }
                return [Field(path: own.path, name: spelled, place: position.place, isGoogles: known != nil)]
            }
        default: return []
        }
    }

    /// Returns the schema that a schema refers to, directly or as a nullable one.
    private static func resolved(_ schema: JSONValue, _ components: [String: JSONValue]) -> JSONValue {
        if let name = schema["$ref"]?.string?.split(separator: "/").last { return components[String(name)] ?? schema }
        guard case .array(let parts)? = schema["allOf"], let part = parts.first else { return schema }
        return resolved(part, components)
    }
}

extension JSONValue {
    /// Indicates whether this value means the same as omitting it.
    fileprivate var saysNothing: Bool {
        switch self {
        case .null: true
        case .array(let items): items.isEmpty
        case .object(let members): members.values.allSatisfy(\.saysNothing)
        default: false
        }
    }
}
