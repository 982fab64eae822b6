import HTTPTypes
import IdentityToolkit
package import VinculaCore

/// The OpenAPI description of every route: paths and access from `Routes`, schemas from the types that are decoded and
/// encoded, summaries from each route.
package enum OpenAPIDescription {
    /// Creates the description.
    ///
    /// - Parameters:
    ///   - server: The server's URL, without a trailing slash.
    ///   - isDevelopment: `true` to include the paths that only `--dev` has.
    /// - Returns: An OpenAPI 3.0 document as JSON.
    /// - Throws: An error that a type throws when `SchemaReader` reads it; the tests read all types.
    package static func make(server: String, isDevelopment: Bool) throws -> JSONValue {
        let reader = SchemaReader()
        let error = try reader.schema(of: ErrorBody.self)
        var paths: [String: [String: JSONValue]] = [:]
        // The console is for people: its forms are its own, and change from version to version.
        for route in Routes.all where (isDevelopment || route.served != .underDev) && route.access != .console {
            let operation = route.operation
            for (index, path) in route.paths.enumerated() {
                let shown = path.replacing("**", with: "{rest}")
                let id = index == 0 ? operation.name : "\(operation.name)-\(index + 1)"
                paths[shown, default: [:]][route.method.rawValue.lowercased()] = .object(
                    try describe(route, id: id, path: shown, reader: reader))
            }
        }
        return .object([
            "openapi": "3.0.3",
            "info": .object([
                "title": "Vincula", "version": .string(ProductVersion.current),
                "description": "The parts of Google's Identity Toolkit and Secure Token APIs that Vincula implements.",
            ]),
            "servers": .array([.object(["url": .string(server)])]),
            "paths": .object(paths.mapValues { .object($0) }),
            "components": .object([
                "schemas": .object(reader.components),
                "responses": .object([
                    "Error": response("The error, in Google's format.", json: error),
                    "ErrorOfApp": OpenAPIProofs.mayBeRefused(response("The error, in Google's format.", json: error)),
                ]),
                "parameters": .object(OpenAPIProofs.parameters), "headers": .object(OpenAPIProofs.headers),
                "securitySchemes": .object([
                    "apiKey": .object(["type": "apiKey", "in": "query", "name": "key"]),
                    "apiKeyHeader": .object(["type": "apiKey", "in": "header", "name": "X-Goog-Api-Key"]),
                    "bearer": .object(["type": "http", "scheme": "bearer"]),
                ]),
            ]),
        ])
    }

    private static func describe(
        _ route: Route, id: String, path: String, reader: SchemaReader
    ) throws -> [String: JSONValue] {
        let operation = route.operation
        var answers: [String: JSONValue] = ["200": try success(operation.gives, reader)]
        for status in statuses(of: route) + operation.alsoAnswers {
            answers[String(status)] = .object(["$ref": "#/components/responses/Error"])
        }
        if let refusal = operation.refusal { answers["400"] = response("The error.", json: try reader.schema(of: refusal)) }
        if operation.refusesByPage {
            let error: JSONValue = .object(["schema": .object(["$ref": "#/components/schemas/ErrorBody"])])
            let page: JSONValue = .object(["schema": .object(["type": "string"])])
            answers["400"] = .object([
                "description": "The refusal.", "content": .object(["text/html": page, "application/json": error]),
            ])
        }
        if route.takesProof {
            if answers["400"] == .object(["$ref": "#/components/responses/Error"]) {
                answers["400"] = .object(["$ref": "#/components/responses/ErrorOfApp"])
            }
            for status in ["200", "400"] { answers[status] = answers[status].map(OpenAPIProofs.mayGiveNonce) }
        }
        if operation.redirects { answers["303"] = .object(["description": "A redirect."]) }
        if operation.alsoAnswers.contains(503), !route.access.isIdentified {
            answers["503"] = try success(operation.gives, reader)
        }
        var description: [String: JSONValue] = [
            "operationId": .string(id), "summary": .string(operation.summary),
            "security": .array(security(of: route.access)), "responses": .object(answers),
        ]
        let proof = route.takesProof ? [OpenAPIProofs.parameter] : []
        let parameters = pathParameters(path) + operation.query.map(parameter) + proof
        if !parameters.isEmpty { description["parameters"] = .array(parameters) }
        if let body = try requestBody(operation, reader) { description["requestBody"] = body }
        return description
    }

    /// Returns the error statuses that any request of a route may get.
    private static func statuses(of route: Route) -> [Int] {
        let form = [400, 403, 404, 408, 413, 415]
        return route.access.isIdentified ? form + [401, 503] : form
    }

    private static func success(_ body: OpenAPIOperation.Body, _ reader: SchemaReader) throws -> JSONValue {
        switch body {
        case .shape(let type): response("Success", json: try reader.schema(of: type))
        case .schema(let schema): response("Success", json: schema)
        case .plainText: text("text/plain")
        case .page: text("text/html")
        case .styleSheet: text("text/css")
        case .samlMetadata: text(SAMLMetadata.contentType)
        case .script: text("text/javascript")
        }
    }

    private static func text(_ type: String) -> JSONValue {
        .object([
            "description": "Success", "content": .object([type: .object(["schema": .object(["type": "string"])])]),
        ])
    }

    private static func response(_ words: String, json schema: JSONValue) -> JSONValue {
        .object([
            "description": .string(words), "content": .object(["application/json": .object(["schema": schema])]),
        ])
    }

    private static func requestBody(_ operation: OpenAPIOperation, _ reader: SchemaReader) throws -> JSONValue? {
        if !operation.form.isEmpty {
            let required = operation.form.filter(\.value).keys.sorted().map { JSONValue.string($0) }
            let schema: [String: JSONValue] = [
                "type": "object", "required": .array(required),
                "properties": .object(operation.form.mapValues { _ in .object(["type": "string"]) }),
            ]
            return .object([
                "required": .bool(!required.isEmpty),
                "content": .object(["application/x-www-form-urlencoded": .object(["schema": .object(schema)])]),
            ])
        }
        guard let type = operation.takes else { return nil }
        var schema = try reader.schema(of: type, isRequest: true)
        if let other = operation.takesOfAdministrators {
            schema = .object(["anyOf": .array([schema, try reader.schema(of: other, isRequest: true)])])
        }
        var content: [String: JSONValue] = ["application/json": .object(["schema": schema])]
        if operation.takesForm { content["application/x-www-form-urlencoded"] = .object(["schema": schema]) }
        return .object(["content": .object(content)])
    }

    private static func pathParameters(_ path: String) -> [JSONValue] {
        // A name may share its segment with a method: {project}:queryAccounts.
        path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first }.map { name in
            .object([
                "name": .string(String(name)), "in": "path", "required": true,
                "schema": .object(["type": "string"]),
            ])
        }
    }

    private static func parameter(_ parameter: OpenAPIOperation.QueryParameter) -> JSONValue {
        var schema: [String: JSONValue] = ["type": .string(parameter.type)]
        if !parameter.choices.isEmpty { schema["enum"] = .array(parameter.choices.map { .string($0) }) }
        return .object([
            "name": .string(parameter.name), "in": "query", "description": .string(parameter.summary),
            "schema": .object(schema),
        ])
    }

    private static func security(of access: Route.Access) -> [JSONValue] {
        let names: [String] =
            switch access {
            case .app: ["apiKey", "apiKeyHeader", "bearer"]
            case .administrator: ["bearer"]
            case .open, .developer, .visitor, .console: []
            }
        return names.map { .object([$0: .array([])]) }
    }
}
