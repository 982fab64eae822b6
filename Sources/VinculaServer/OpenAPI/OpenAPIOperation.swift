import IdentityToolkit
import VinculaCore

/// A route's description, beyond what the route itself states.
struct OpenAPIOperation: Sendable {
    /// A type whose schema ``SchemaReader`` determines.
    typealias Shape = any (Decodable & Sendable).Type

    enum Body: Sendable {
        case shape(Shape)
        /// A JSON schema, for responses that have no type.
        case schema(JSONValue)
        case plainText
        case page
        case styleSheet
        case samlMetadata
        case script
    }

    struct QueryParameter: Sendable {
        let name: String
        let type: String
        /// The allowed values; empty for any.
        var choices: [String] = []
        let summary: String
    }

    /// The `operationId`, unique.
    var name: String
    let summary: String
    /// The type that the body is decoded into; `nil` if no body is read.
    var takes: Shape?
    /// The type that an administrator's body is decoded into, if apps use the path too.
    var takesOfAdministrators: Shape?
    /// Indicates whether the body may be a form instead.
    var takesForm = false
    /// The fields of the form that the body must be, and whether each is required.
    var form: [String: Bool] = [:]
    /// The type of a 400 response, if it is not in Google's format.
    var refusal: Shape?
    /// Indicates whether people get a page in place of a 400 response in Google's format.
    var refusesByPage = false
    /// Indicates whether a response may be a redirect.
    var redirects = false
    var query: [QueryParameter] = []
    let gives: Body
    /// Error statuses beyond those of every route of its kind.
    var alsoAnswers: [Int] = []

    init(
        _ name: String, _ summary: String, takes: Shape? = nil, ofAdministrators: Shape? = nil, takesForm: Bool = false,
        query: [QueryParameter] = [], gives: Body, alsoAnswers: [Int] = []
    ) {
        self.name = name
        self.summary = summary
        self.takes = takes
        takesOfAdministrators = ofAdministrators
        self.takesForm = takesForm
        self.query = query
        self.gives = gives
        self.alsoAnswers = alsoAnswers
    }
}

extension OpenAPIOperation.QueryParameter {
    static func text(_ name: String, _ summary: String) -> Self { Self(name: name, type: "string", summary: summary) }

    /// A parameter whose value is from one of Google's enums, by name or by number.
    static func choice<Value: WireEnum>(_ name: String, of type: Value.Type, _ summary: String) -> Self {
        let names = type.allCases.map(\.rawValue)
        return Self(name: name, type: "string", choices: names + names.indices.map(String.init), summary: summary)
    }

    static func integer(_ name: String, _ summary: String) -> Self { Self(name: name, type: "integer", summary: summary) }
}

extension OpenAPIOperation.Body {
    /// An object whose values are strings.
    static let texts = Self.schema(.object(["type": "object", "additionalProperties": .object(["type": "string"])]))

    /// An object without members.
    static let nothing = Self.schema(.object(["type": "object", "maxProperties": 0]))

    /// An object with members that are always present.
    static func object(_ members: [String: String]) -> Self {
        .schema(
            .object([
                "type": "object", "required": .array(members.keys.sorted().map { .string($0) }),
                "properties": .object(members.mapValues { .object(["type": .string($0)]) }),
            ]))
    }
}
