import HTTPTypes
import VinculaCore
import VinculaEngine

/// What outlasts a session asks for a fresh sign-in: the operator enters password and code again, and the act goes on.
enum ConsoleFreshness: Sendable {
    case isFresh
    /// The page that asks, or the one that leads to it.
    case isAsked(ConsoleAnswer)
    /// The operator has entered both. The new session's cookie takes the place of the old one's.
    case isRenewed(String)
}

extension Endpoints {
    func freshness(of route: ConsoleRoute, _ context: ConsoleContext) async throws -> ConsoleFreshness {
        guard let seconds = route.freshSeconds, let visit = context.visit, !visit.isFresh(within: seconds) else {
            return .isFresh
        }
        guard let password = context.fields[ConsoleContext.passwordField] else {
            // Nothing secret is written into a page: its own page asks, and the form is filled in again.
            let isSecret = context.fields.contains { !$0.value.isEmpty && ConsoleContext.isSecret($0.key) }
            return .isAsked(.view(context.confirmView(carries: context.call.method == .post && !isSecret)))
        }
        do {
            try engine.limits.admit(.signInWithPassword, from: context.call.client)
            let signedIn = try await context.ownEngine.confirmOperator(
                visit, cookie: context.session, password: password, code: context.fields[ConsoleContext.codeField],
                from: context.call.client)
            return .isRenewed(signedIn.tokens.refreshToken)
        } catch let error as AuthError {
            return .isAsked(.view(context.confirmView(carries: true, error: error)))
        }
    }
}

extension ConsoleContext {
    static let passwordField = "confirm-password"
    static let codeField = "confirm-code"
    /// What the names of fields have that are not carried from one page to the next. A setting's own form has a `value`.
    private static let secretWords = ["password", "hashes", "secret", "key", "token", "value"]

    static func isSecret(_ field: String) -> Bool {
        let field = field.lowercased()
        return field != "token" && secretWords.contains { field.contains($0) }
    }

    /// The page that asks for password and code.
    ///
    /// - Parameters:
    ///   - carries: `true` if its form does what the operator asked for; otherwise it leads to the page of this path.
    ///   - error: Why what was entered is refused.
    func confirmView(carries: Bool, error: AuthError? = nil) -> ConsoleView {
        var kept = carries ? fields : ["to": call.path]
        for name in [Self.passwordField, Self.codeField, "token"] { kept[name] = nil }
        let carried = kept.sorted { $0.key < $1.key }.map { name, value -> HTML in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
        }.joined()
        let more: HTML = " autocomplete=\"current-password\" required autofocus"
        let inputs =
            carried + field(Self.passwordField, "password", type: "password", more)
            + field(Self.codeField, "code", " autocomplete=\"one-time-code\" maxlength=\"64\" required")
        let body: HTML = """
            <p>\(texts["confirm.text"])</p>
            \(form(carries ? call.path : "\(ConsoleSite.root)/confirm", texts["continue"], isQuiet: false, inputs))
            """
        var words = error.map(words)
        switch error {
        case nil, .tooManyAttempts, .invalidCode, .missingCode: break
        default: words = texts["error.confirm"]
        }
        var status = HTTPResponse.Status.forbidden
        if case .tooManyAttempts? = error { status = .tooManyRequests }
        return ConsoleView(title: texts["confirm.title"], body: body, error: words, status: status)
    }
}

extension ConsoleSite {
    /// The form that a page without one of its own leads through.
    static let confirmation: [ConsoleRoute] = [
        // Always asks: this is the form's only purpose.
        .form("/confirm", .member, freshSeconds: -3600) { context in
            let path = context.fields["to"] ?? ""
            let isOwn = path == root || path.hasPrefix(root + "/")
            let isPlain = path.utf8.count <= 1024 && path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
            return .goTo(isOwn && isPlain && !path.contains("..") ? path : root)
        }
    ]
}
