import HTTPTypes
import VinculaCore
import VinculaEngine

/// The paths of sign-ins at a provider's page that browsers open. Those under `/emulator` are where an unmodified web SDK looks
/// that was pointed at another server, so they are served in production, too.
enum FlowPaths {
    static let handlers = [FlowCallback.handler, "/emulator/auth/handler"]
    static let frames = ["/__/auth/iframe", "/emulator/auth/iframe"]
    /// The address that Firebase has for the answers of all SAML providers.
    static let samlCallbacks = handlers
    static let callbacks = ["", "/{project}", "/{project}/{tenant}"].map { FlowCallback.path + "/{provider}" + $0 }
}

/// Sign-ins at a provider's page: the way there, the way back, and the frame that tells the app.
extension Routes {
    static let flows: [Route] =
        [
            Route(
                method: .get, paths: FlowPaths.handlers, access: .open, effect: .reads, limit: nil, operation: handler
            ) { $0.flowHandler },
            Route(
                method: .get, paths: FlowPaths.frames, access: .open, limit: nil,
                operation: page(
                    "flow.iframe", "The frame that the web SDK embeds in an app's page.",
                    query: [
                        .text("apiKey", "The app's API key."), .text("appName", "The name of the SDK's instance."),
                        .text("transport", "`vincula` if the page uses `/__/auth/gapi.js`."),
                    ])
            ) { $0.flowFrame },
            callback(.get, "flow.callback", "Takes the answer of a provider's page."),
            callback(.post, "flow.callback.post", "Takes the answer of a provider's page that posts a form (Apple, SAML)."),
            callback(
                .post, "flow.callback.saml", "Takes the answer of a SAML provider.", paths: FlowPaths.samlCallbacks,
                answer: samlAnswer),
        ]
        + PageScript.allCases.map { script in
            open(
                "", script.path,
                OpenAPIOperation("flow.script.\(script.rawValue)", "A script of the hosted pages.", gives: .script)
            ) { $0.pageScript(script) }
        }

    private static var handler: OpenAPIOperation {
        var operation = page(
            "flow.handler", "Begins a sign-in at a provider's page.",
            query: [
                .text("apiKey", "The app's API key."), .text("tid", "The tenant; without it, the project itself."),
                .text("authType", "`signInViaPopup`, `linkViaRedirect`, …; native apps: `signInWithRedirect`."),
                .text("providerId", "The provider."), .text("appName", "The name of the SDK's instance."),
                .text("eventId", "The app's id of the flow."), .text("redirectUrl", "The page that began it."),
                .text("scopes", "Scopes, separated by commas."), .text("customParameters", "A JSON object of texts."),
                .text("hl", "The pages' language."), .text("ibi", "The bundle id of an app on Apple's systems."),
                .text("apn", "The package name of an Android app."), .text("clientId", "The app's client id at Google."),
                .text("appId", "The app's id at Firebase."), .text("sessionId", "The SHA-256 of a native app's secret."),
                .text("redirect", "The address at which a program on the person's machine listens."),
            ])
        operation.redirects = true
        return operation
    }

    private static func callback(
        _ method: HTTPRequest.Method, _ name: String, _ summary: String, paths: [String] = FlowPaths.callbacks,
        answer: [(String, String)] = Self.answer
    ) -> Route {
        var operation = page(name, summary, query: method == .get ? answer.map { .text($0, $1) } : [])
        if method == .post { operation.form = Dictionary(answer.map { ($0.0, false) }) { first, _ in first } }
        return Route(
            method: method, paths: paths, access: .open, effect: method == .get ? .reads : .writes, limit: nil,
            takesAssertion: method == .post, operation: operation
        ) { $0.flowCallback }
    }

    private static let answer = [
        ("state", "What the provider got with the order."), ("code", "The provider's one-time code."),
        ("error", "Why there is no code."),
    ]

    private static let samlAnswer = [
        ("SAMLResponse", "The answer, in base64."), ("RelayState", "What the provider got with the order."),
    ]

    private static func page(
        _ name: String, _ summary: String, query: [OpenAPIOperation.QueryParameter]
    ) -> OpenAPIOperation {
        var operation = OpenAPIOperation(name, summary, query: query, gives: .page)
        operation.refusesByPage = true
        return operation
    }
}
