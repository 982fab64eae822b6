import HTTPTypes
import VinculaCore
import VinculaEngine

/// The page on which an API key is restricted.
extension ConsoleSite {
    static let keyRestrictions: [ConsoleRoute] = [
        .page("/projects/{project}/keys/restrict", .act(.manageKeys)) { context in
            guard let key = try await context.apiKey(context.call.query["key"]) else { return .view(context.missing()) }
            return .view(
                context.restrictionsView(
                    key, methods: key.restrictions.methods.joined(separator: "\n"),
                    networks: key.restrictions.networks.joined(separator: "\n")))
        },
        .form("/projects/{project}/keys/restrict", .act(.manageKeys)) { context in
            guard let key = try await context.apiKey(context.fields["key"]) else { return .view(context.missing()) }
            do {
                let restrictions = try APIKeyRestrictions(
                    methods: context.lines("methods"), networks: context.lines("networks"))
                let label = context.given("label")
                try await context.engine.serviceAccess.updateAPIKey(key.key, of: context.scope.project) { changed in
                    changed.label = label
                    changed.restrictions = restrictions
                }
                return .goTo(context.path("/keys"), notice: .keyChanged)
            } catch let refusal as APIKeyRestrictions.Refusal {
                var typed = key
                typed.label = String(context.given("label").prefix(APIKey.longestLabel))
                return .view(
                    context.restrictionsView(
                        typed, methods: context.lines("methods").joined(separator: "\n"),
                        networks: context.lines("networks").joined(separator: "\n"), refusal: refusal))
            }
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

    fileprivate func apiKey(_ text: String?) async throws -> APIKey? {
        try await engine.serviceAccess.apiKey(text ?? "", of: scope.project)
    }

    /// The page of a key's restrictions.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - methods: The methods, as somebody typed them.
    ///   - networks: The addresses and networks.
    ///   - refusal: The reason why they were refused; `nil` if they were not.
    fileprivate func restrictionsView(
        _ key: APIKey, methods: String, networks: String, refusal: APIKeyRestrictions.Refusal? = nil
    ) -> ConsoleView {
        let names = APIKeyMethods.all.map { "<li><code>\($0)</code></li>" as HTML }.joined()
        let fields: HTML = """
            <input type="hidden" name="key" value="\(key.key)">\
            \(field("label", "keys.label", value: key.label, " autocomplete=\"off\" maxlength=\"100\""))\
            \(area("methods", label: texts["keys.methods"], value: methods, rows: 6, " aria-describedby=\"methods-hint\""))\
            <p class="meta" id="methods-hint">\(marked(texts["keys.methodsText"]))</p>\
            <details class="guide"><summary>\(texts["keys.allMethods"])</summary><ul class="list">\(names)</ul></details>\
            \(area("networks", label: texts["keys.networks"], value: networks, " aria-describedby=\"networks-hint\""))\
            <p class="meta" id="networks-hint">\(marked(texts["keys.networksText"]))</p>
            """
        var view = ConsoleView(
            title: texts["keys.restrictTitle"],
            body: "<p><code>\(key.key)</code></p><p>\(texts["keys.restrictText"])</p>"
                + form(path("/keys/restrict"), texts["edit.save"], isQuiet: false, fields),
            crumbs: crumbs(depth: 1) + [(texts["keys.title"], path("/keys"))])
        view.error = refusal?.description
        view.errorLanguage = refusal == nil ? nil : .english
        view.status = refusal == nil ? .ok : .badRequest
        return view
    }
}
