import HTTPTypes
import VinculaCore

/// A short OpenAPI description: every path and method, for tools that ask the emulator for one.
enum OpenAPIDescription {
    static func make(options: ServerOptions) -> JSONValue {
        var paths: [String: JSONValue] = [:]
        for route in Routes.all {
            for path in route.paths where !path.contains("**") {
                var operations: [String: JSONValue] = [:]
                if case .object(let known)? = paths[path] { operations = known }
                operations[route.method.rawValue.lowercased()] = .object([
                    "security": .array(security(of: route.access)),
                    "responses": .object(["200": .object(["description": "Success"])]),
                ])
                paths[path] = .object(operations)
            }
        }
        return .object([
            "openapi": "3.0.3",
            "info": .object(["title": "Vincula", "version": "1"]),
            "servers": .array([.object(["url": .string(options.address.url)])]),
            "paths": .object(paths),
            "components": .object([
                "securitySchemes": .object([
                    "apiKey": .object(["type": "apiKey", "in": "query", "name": "key"]),
                    "bearer": .object(["type": "http", "scheme": "bearer"]),
                ])
            ]),
        ])
    }

    private static func security(of access: Routes.Access) -> [JSONValue] {
        switch access {
        case .app: [.object(["apiKey": .array([])]), .object(["bearer": .array([])])]
        case .administrator: [.object(["bearer": .array([])])]
        case .open: []
        }
    }
}
