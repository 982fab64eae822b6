import VinculaCore

extension Call {
    /// Decodes settings, every one of which has to be known: one that is passed over would seem to be in force.
    ///
    /// - Parameter mask: What the request writes; nothing else is looked at.
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names what this server does not have, and the errors of decoding.
    func decode<Value: Decodable>(settings type: Value.Type, mask: FieldMask) throws -> Value {
        let value = try decode(type)
        let unknown = UnknownSettings.paths(in: body.value ?? .null, of: type).filter { mask.covers($0) }
        if let path = unknown.min() {
            throw AuthError.invalidArgument("Invalid JSON payload received. This server has no setting \(path.prefix(100)).")
        }
        return value
    }
}

/// The members of a body that its type does not have, at every level.
enum UnknownSettings {
    static func paths<Wire: Decodable>(in body: JSONValue, of type: Wire.Type) -> [String] {
        let reader = SchemaReader()
        guard let schema = try? reader.schema(of: type, isRequest: true) else { return [] }
        return paths(in: body, below: "", schema, reader.components)
    }

    private static func paths(
        in value: JSONValue, below path: String, _ schema: JSONValue, _ components: [String: JSONValue]
    ) -> [String] {
        let schema = resolved(schema, components)
        switch value {
        case .array(let items):
            guard let item = schema["items"] else { return [] }
            return items.flatMap { paths(in: $0, below: path, item, components) }
        case .object(let members):
            return members.flatMap { name, value -> [String] in
                let name = FieldSpelling.camelCase(name) ?? name
                let own = path.isEmpty ? name : "\(path).\(name)"
                if let schema = schema["additionalProperties"] ?? schema["properties"]?[name] {
                    return paths(in: value, below: own, schema, components)
                }
                return schema["properties"] == nil || value.saysNothing ? [] : [own]
            }
        default: return []
        }
    }

    /// What a schema refers to, by itself or as one that may be null.
    private static func resolved(_ schema: JSONValue, _ components: [String: JSONValue]) -> JSONValue {
        if let name = schema["$ref"]?.string?.split(separator: "/").last { return components[String(name)] ?? schema }
        guard case .array(let parts)? = schema["allOf"], let part = parts.first else { return schema }
        return resolved(part, components)
    }
}

extension JSONValue {
    /// Whether this is the same as leaving it away.
    fileprivate var saysNothing: Bool {
        switch self {
        case .null: true
        case .array(let items): items.isEmpty
        case .object(let members): members.values.allSatisfy(\.saysNothing)
        default: false
        }
    }
}
