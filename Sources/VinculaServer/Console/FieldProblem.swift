import VinculaCore
import VinculaEngine

/// An invalid field of a form and the reason, which is shown beside the field with what was typed still in it.
struct FieldProblem: Hashable, Sendable {
    /// The field's name.
    let field: String
    let text: String

    init(_ field: String, _ text: String) {
        self.field = field
        self.text = text
    }

    /// The attributes of a field; those of a problem only if it is the field's own, which then gets the focus.
    ///
    /// - Parameter hint: The id of another text about the field.
    static func marks(_ problem: FieldProblem?, of field: String, besides hint: String? = nil) -> HTML {
        guard problem?.field == field else { return hint.map { " aria-describedby=\"\($0)\"" } ?? "" }
        let texts = ["\(field)-problem", hint].compactMap(\.self).joined(separator: " ")
        return " aria-invalid=\"true\" aria-describedby=\"\(texts)\" autofocus"
    }

    /// The words about a field's own problem; empty if there is none.
    static func words(_ problem: FieldProblem?, of field: String) -> HTML {
        guard let problem, problem.field == field else { return "" }
        return "<p class=\"error\" role=\"alert\" id=\"\(field)-problem\">\(problem.text)</p>"
    }
}

extension ConsoleContext {
    /// The reason why a change of keys or service accounts is refused, in words.
    func words(_ refusal: AdministrationError) -> String {
        switch refusal {
        case .labelTooLong: texts("error.label", ["count": "\(APIKey.longestLabel)"])
        case .invalidAPIKey: texts["error.apiKey"]
        case .apiKeyExists: texts["error.apiKeyExists"]
        case .invalidName: texts["error.serviceName"]
        case .serviceAccountExists: texts["error.serviceExists"]
        default: texts["error.noKey"]
        }
    }

    /// The same at the field where it was typed.
    ///
    /// - Throws: The refusal itself if it is about no field.
    func problem(_ refusal: AdministrationError) throws -> FieldProblem {
        let field: String? =
            switch refusal {
            case .labelTooLong: "label"
            case .invalidAPIKey, .apiKeyExists: "key"
            case .invalidName, .serviceAccountExists: "name"
            default: nil
            }
        guard let field else { throw refusal }
        return FieldProblem(field, words(refusal))
    }
}
