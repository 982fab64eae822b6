import IdentityToolkit
import VinculaCore

/// What the description says of a route, beyond what the route itself tells.
struct OpenAPIOperation: Sendable {
    /// A type whose schema ``SchemaReader`` finds out.
    typealias Shape = any (Decodable & Sendable).Type

    enum Body: Sendable {
        case shape(Shape)
        /// A JSON schema, for answers that no type has.
        case schema(JSONValue)
        case plainText
        case page
        case styleSheet
    }

    struct QueryParameter: Sendable {
        let name: String
        let type: String
        /// The texts that it may be; empty for any.
        var choices: [String] = []
        let summary: String
    }

    /// The `operationId`, unique.
    let name: String
    let summary: String
    /// What the body is decoded into; `nil`: no body is read.
    var takes: Shape?
    /// What an administrator's body is decoded into, where the path is both's.
    var takesOfAdministrators: Shape?
    /// Whether the body may be a form instead.
    var takesForm = false
    /// The fields of a form that the body has to be, and which of them are required.
    var form: [String: Bool] = [:]
    /// What a 400 says, where it is not Google's shape.
    var refusal: Shape?
    var query: [QueryParameter] = []
    let gives: Body
    /// Statuses that are not success, beyond those of every route of its kind.
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

    /// An enum of Google's, by name or by number.
    static func choice<Value: WireEnum>(_ name: String, of type: Value.Type, _ summary: String) -> Self {
        let names = type.allCases.map(\.rawValue)
        return Self(name: name, type: "string", choices: names + names.indices.map(String.init), summary: summary)
    }

    static func integer(_ name: String, _ summary: String) -> Self { Self(name: name, type: "integer", summary: summary) }
}

extension OpenAPIOperation.Body {
    /// An object of texts by name.
    static let texts = Self.schema(.object(["type": "object", "additionalProperties": .object(["type": "string"])]))

    /// An object without members.
    static let nothing = Self.schema(.object(["type": "object", "maxProperties": 0]))

    /// An object with members that are always there.
    static func object(_ members: [String: String]) -> Self {
        .schema(
            .object([
                "type": "object", "required": .array(members.keys.sorted().map { .string($0) }),
                "properties": .object(members.mapValues { .object(["type": .string($0)]) }),
            ]))
    }
}
