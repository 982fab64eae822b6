import VinculaCore

/// The names of a wire type's fields, at every level: `signIn`, `signIn.email`, `signIn.email.enabled`, …
///
/// They are taken from the type's schema, which comes from the type itself, so a new field needs no second list.
enum WireFields {
    static func paths<Wire: Decodable>(of type: Wire.Type) -> Set<String> {
        let reader = SchemaReader()
        guard let schema = try? reader.schema(of: type, isRequest: true) else { return [] }
        return paths(below: "", schema, reader.components, inside: [])
    }

    /// - Parameter outer: The enclosing types; a type that contains itself ends there.
    private static func paths(
        below path: String, _ schema: JSONValue, _ components: [String: JSONValue], inside outer: Set<String>
    ) -> Set<String> {
        guard let name = reference(schema), !outer.contains(name),
            case .object(let fields)? = components[name]?["properties"]
        else { return [] }
        return fields.reduce(into: []) { paths, field in
            let own = path.isEmpty ? field.key : "\(path).\(field.key)"
            paths.insert(own)
            paths.formUnion(Self.paths(below: own, field.value, components, inside: outer.union([name])))
        }
    }

    /// Returns the type that a schema refers to, directly or as a nullable one.
    private static func reference(_ schema: JSONValue) -> String? {
        if let text = schema["$ref"]?.string { return text.split(separator: "/").last.map(String.init) }
        guard case .array(let parts)? = schema["allOf"], let part = parts.first else { return nil }
        return reference(part)
    }
}
