import HTTPTypes
import VinculaCore
import VinculaEngine

/// What a sign-in would do, and why: by the engine's own decisions, without doing anything.
extension ConsoleSite {
    static let explain: [ConsoleRoute] = [
        .page("/projects/{project}/explain", .act(.explainSignIn)) { context in
            let form = try await ConsoleForecastForm(context)
            var error: AuthError?
            var answer: HTML = ""
            if let question = form.question {
                do {
                    answer = context.forecast(try await context.engine.forecast(try question.get(), in: context.scope))
                } catch let refused as AuthError {
                    error = refused
                }
            }
            return .view(
                ConsoleView(
                    title: context.texts["explain.title"],
                    body: "<p>\(context.texts["explain.text"])</p>" + form.html(context) + answer,
                    crumbs: context.crumbs(depth: 1), error: error.map(context.words),
                    status: error == nil ? .ok : .badRequest))
        }
    ]
}

/// The form of the page, as it was sent.
private struct ConsoleForecastForm: Sendable {
    private static let longest = 256

    let method: String
    let email: String
    let phone: String
    let subject: String
    let saysVerified: Bool
    /// The providers that can be asked about, with their names.
    let providers: [(id: ProviderID, title: String)]

    init(_ context: ConsoleContext) async throws {
        func field(_ name: String) -> String {
            String(decoding: (context.call.query[name] ?? "").utf8.prefix(Self.longest), as: UTF8.self)
        }
        (method, email, phone, subject) = (field("method"), field("email"), field("phone"), field("subject"))
        saysVerified = field("verified") == "yes"
        let own = try await context.engine.projects.openIDProviders(in: context.scope)
        providers =
            context.engine.catalogue.providers.map { (id: $0.id, title: $0.title) }
            + own.map { (id: $0.id, title: $0.displayName ?? $0.id.value) }
    }

    /// The question; `nil` before one is asked.
    var question: Result<ForecastQuestion, AuthError>? {
        let known: ForecastMethod? =
            switch method {
            case "password": .password
            case "emailLink": .emailLink
            case "anonymous": .anonymous
            case "phone": .provider(.phone)
            default: providers.first { $0.id.value == method }.map { .provider($0.id) }
            }
        guard let known else { return nil }
        var question = ForecastQuestion(known)
        question.subject = subject
        question.saysVerified = saysVerified
        if !email.isEmpty {
            guard let address = EmailAddress(email) else { return .failure(.invalidEmail) }
            question.email = address
        }
        question.phone = PhoneNumber(phone)
        return .success(question)
    }

    func html(_ context: ConsoleContext) -> HTML {
        let texts = context.texts
        let ways =
            [
                ("password", texts["method.email"]), ("emailLink", texts["method.emailLink"]), ("phone", texts["method.phone"]),
                ("anonymous", texts["method.anonymous"]),
            ] + providers.map { ($0.id.value, $0.title) }
        let options = ways.map { value, title -> HTML in
            let selected: HTML = value == method ? " selected" : ""
            return "<option value=\"\(value)\"\(selected)>\(title)</option>"
        }.joined()
        let checked: HTML = saysVerified ? " checked" : ""
        let limits: HTML = " autocomplete=\"off\" maxlength=\"256\""
        return """
            <form class="search" action="\(context.path("/explain"))">
            <div><label for="method">\(texts["method"])</label><select id="method" name="method">\(options)</select></div>
            <div>\(context.field("email", "email", type: "email", value: email, limits))</div>
            <div>\(context.field("phone", "phone", type: "tel", value: phone, limits))</div>
            <div>\(context.field("subject", "explain.subject", value: subject, limits))</div>
            <div class="check"><input id="verified" name="verified" type="checkbox" value="yes"\(checked)>\
            <label for="verified">\(texts["explain.verified"])</label></div>
            <button>\(texts["explain.ask"])</button>
            </form>
            """
    }
}

extension ConsoleContext {
    fileprivate func forecast(_ forecast: SignInForecast) -> HTML {
        let steps = forecast.steps.map { "<li>\(texts["step.\($0.rawValue)"])</li>" as HTML }.joined()
        let account: HTML =
            forecast.account.map { id in
                "<p>\(texts["account"]): <a href=\"\(ConsoleSite.path(of: id, in: scope.project))\">\(id.value)</a></p>"
            } ?? ""
        let rule: HTML = forecast.rule.flatMap { texts.byName["explain.rule.\($0)"] }.map { "<p class=\"meta\">\($0)</p>" } ?? ""
        return """
            <section aria-labelledby="outcome"><h2 id="outcome">\(texts["outcome.\(forecast.outcome.rawValue)"])</h2>
            <ol class="list">\(steps)</ol>
            \(account)
            \(rule)
            </section>
            """
    }
}
