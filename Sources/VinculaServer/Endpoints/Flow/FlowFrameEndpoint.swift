import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/__/auth/iframe` and `/emulator/auth/iframe`: the frame that the web SDK embeds in an app's page.
    ///
    /// Only pages of the project's authorized domains may embed it. It talks to the page through Google's `gapi`, unless the
    /// page uses this server's stand-in, which says so in the frame's address.
    func flowFrame(_ call: Call) async throws -> Response {
        let usesOwnTransport = call.query["transport"] == "vincula"
        let ancestors: [String]
        do {
            try engine.limits.admit(.other, from: call.client)
            let scope = try await flowScope(apiKey: call.query["apiKey"] ?? "", calling: "flow.iframe", call)
            ancestors = FrameAncestors.of(try await engine.projects.settings(of: scope.project))
        } catch let error as AuthError {
            guard let refusal = FlowRefusal(error, kind: nil) else { throw error }
            let page = try await flowPage(call.language, provider: nil, in: nil).refusal(refusal, nil, retry: nil)
            return page.response(status: .badRequest)
        }
        let transport: HTML =
            usesOwnTransport
            ? "<script src=\"\(PageScript.gapi.path)\" data-frame=\"yes\" defer></script>"
            : "<script src=\"\(Self.googleScript)\" defer></script>"
        let text: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Sign-in</title>
            \(transport)\(PageScript.iframe.tag)
            </head>
            <body></body>
            </html>

            """
        var policy = ContentPolicy.nothing
        policy.scripts = ["'self'"] + (usesOwnTransport ? [] : ["https://apis.google.com"])
        // Google's script loads others by their addresses.
        policy.allowsScriptSinks = !usesOwnTransport
        policy.ancestors = ancestors
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: policy.headers)
    }

    private static let googleScript = "https://apis.google.com/js/api.js"
}

/// The pages that may embed the frame: those to which a result of a sign-in may go.
enum FrameAncestors {
    /// Returns the sources of `frame-ancestors`. Each domain includes its subdomains, at any port, as
    /// ``AuthorizedDomains/check(_:)`` allows them.
    static func of(_ settings: ProjectSettings) -> [String] {
        guard !settings.allowsAnyContinueURL else { return ["*"] }
        return ["'self'"]
            + settings.authorizedDomains.compactMap(AuthorizedDomains.host).flatMap { domain -> [String] in
                let isAddress = domain.utf8.last.map { (0x30...0x39).contains($0) } ?? true
                let isLocal = domain == "localhost" || domain == "127.0.0.1"
                return (isLocal ? ["http://\(domain):*"] : []) + ["https://\(domain):*"]
                    + (isAddress ? [] : ["https://*.\(domain):*"])
            }
    }
}
