import HTTPTypes
import VinculaCore
import VinculaEngine

/// The page on which an API key is restricted.
extension ConsoleSite {
    static let keyRestrictions: [ConsoleRoute] = [
        .page("/projects/{project}/keys/restrict", .act(.manageKeys)) { context in
            guard let key = try await context.apiKey(context.call.query["key"]) else {
                return .view(context.missing("error.noKey"))
            }
            return .view(
                context.restrictionsView(
                    key, methods: key.restrictions.methods.joined(separator: "\n"),
                    networks: key.restrictions.networks.joined(separator: "\n")))
        },
        .form("/projects/{project}/keys/restrict", .act(.manageKeys)) { context in
            guard let key = try await context.apiKey(context.fields["key"]) else { return .view(context.missing("error.noKey")) }
            let label = context.given("label")
            let problem: FieldProblem
            do {
                let restrictions = try APIKeyRestrictions(
                    methods: context.lines("methods"), networks: context.lines("networks"))
                try await context.engine.serviceAccess.updateAPIKey(key.key, of: context.scope.project) { changed in
                    changed.label = label
                    changed.restrictions = restrictions
                }
                return .goTo(context.path("/keys"), notice: .keyChanged)
            } catch let refusal as APIKeyRestrictions.Refusal {
                problem = context.problem(refusal)
            } catch let refusal as AdministrationError {
                problem = try context.problem(refusal)
            }
            var typed = key
            typed.label = label
            return .view(
                context.restrictionsView(
                    typed, methods: context.lines("methods").joined(separator: "\n"),
                    networks: context.lines("networks").joined(separator: "\n"), problem: problem))
        },
    ]
}

extension ConsoleContext {
    /// The address of the page of a key's restrictions; a key is no secret.
    func pathOfRestrictions(of key: String) -> String { path("/keys/restrict") + "?key=" + QueryText.escaped(key) }

    /// A key's restrictions, each in a line; a dash for none.
    func shown(_ restrictions: APIKeyRestrictions) -> HTML {
        let parts = restrictions.methods + restrictions.networks
        guard !parts.isEmpty else { return "–" }
        let list = parts.map { "<li><code>\($0)</code></li>" as HTML }.joined()
        return "<ul class=\"list\">\(list)</ul>"
    }

    /// What is wrong with restrictions, at the field where it was typed.
    fileprivate func problem(_ refusal: APIKeyRestrictions.Refusal) -> FieldProblem {
        switch refusal {
        case .tooManyMethods:
            return FieldProblem("methods", texts("keys.tooManyMethods", ["count": "\(APIKeyRestrictions.mostMethods)"]))
        case .tooManyNetworks:
            return FieldProblem("networks", texts("keys.tooManyNetworks", ["count": "\(APIKeyRestrictions.mostNetworks)"]))
        case .unknownMethod(let name):
            let nearest = NearestName.of(name, among: APIKeyMethods.all).map { " " + texts("keys.nearestMethod", ["name": $0]) }
            return FieldProblem("methods", texts("keys.unknownMethod", ["name": String(name.prefix(100))]) + (nearest ?? ""))
        case .unreadableNetwork(let text):
            return FieldProblem("networks", texts("keys.unreadableNetwork", ["text": String(text.prefix(100))]))
        }
    }

    fileprivate func apiKey(_ text: String?) async throws -> APIKey? {
        try await engine.serviceAccess.apiKey(text ?? "", of: scope.project)
    }

    /// The page of a key's restrictions.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - methods: The methods, as somebody typed them.
    ///   - networks: The addresses and networks.
    ///   - problem: What is wrong with what was typed; `nil` if nothing was.
    fileprivate func restrictionsView(
        _ key: APIKey, methods: String, networks: String, problem: FieldProblem? = nil
    ) -> ConsoleView {
        let names = APIKeyMethods.all.map { "<li><code>\($0)</code></li>" as HTML }.joined()
        let fields: HTML = """
            <input type="hidden" name="key" value="\(key.key)">\
            \(field("label", "keys.label", value: key.label, " autocomplete=\"off\" maxlength=\"100\"", problem: problem))\
            \(area("methods", label: texts["keys.methods"], value: methods, rows: 6,
                FieldProblem.marks(problem, of: "methods", besides: "methods-hint")))\
            \(FieldProblem.words(problem, of: "methods"))\
            <p class="meta" id="methods-hint">\(marked(texts["keys.methodsText"]))</p>\
            <details class="guide"><summary>\(texts["keys.allMethods"])</summary><ul class="list">\(names)</ul></details>\
            \(area("networks", label: texts["keys.networks"], value: networks,
                FieldProblem.marks(problem, of: "networks", besides: "networks-hint")))\
            \(FieldProblem.words(problem, of: "networks"))\
            <p class="meta" id="networks-hint">\(marked(texts["keys.networksText"]))</p>
            """
        return ConsoleView(
            title: texts["keys.restrictTitle"],
            body: "<p><code>\(key.key)</code></p><p>\(texts["keys.restrictText"])</p>"
                + form(path("/keys/restrict"), texts["edit.save"], isQuiet: false, fields),
            crumbs: crumbs(depth: 1) + [(texts["keys.title"], path("/keys"))],
            status: problem == nil ? .ok : .badRequest)
    }
}
