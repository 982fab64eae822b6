import HTTPTypes

/// The `Content-Security-Policy` of a page: it allows what is named here and nothing else.
///
/// A page with a script may not turn text into HTML or into a script: browsers with Trusted Types refuse every such call,
/// since no policy may be created that would permit one.
struct ContentPolicy: Hashable, Sendable {
    /// The origins that scripts may come from; `nil` for a page without scripts.
    var scripts: [String]?
    /// Indicates whether a script that is loaded from elsewhere writes HTML or the addresses of scripts.
    var allowsScriptSinks = false
    var hasStyle = true
    var pictures = ["data:"]
    /// Indicates whether the page frames other pages of this server.
    var frames = false
    /// Indicates whether its script calls this server.
    var connects = false
    /// The origins that its forms may lead to, by a redirect, too.
    var formTargets = ["'self'"]
    var ancestors = ["'none'"]

    /// The policy of HTML that no page has spoken for.
    static let nothing = ContentPolicy(hasStyle: false, pictures: [], formTargets: ["'none'"])

    /// Returns the policy of a page that runs this server's scripts.
    static func scripted(connects: Bool = false) -> ContentPolicy {
        ContentPolicy(scripts: ["'self'"], connects: connects)
    }

    var text: String {
        func part(_ name: String, _ sources: [String]) -> String { ([name] + sources).joined(separator: " ") }
        var parts = ["default-src 'none'"]
        if let scripts { parts.append(part("script-src", scripts)) }
        if hasStyle { parts.append("style-src 'self'") }
        if !pictures.isEmpty { parts.append(part("img-src", pictures)) }
        if connects { parts.append("connect-src 'self'") }
        if frames { parts.append("frame-src 'self'") }
        if scripts != nil, !allowsScriptSinks { parts += ["require-trusted-types-for 'script'", "trusted-types 'none'"] }
        parts += ["base-uri 'none'", part("form-action", formTargets), part("frame-ancestors", ancestors)]
        return parts.joined(separator: "; ")
    }

    /// The header fields: the policy, and what older browsers know against frames.
    var headers: HTTPFields {
        var headers: HTTPFields = [.contentSecurityPolicy: text]
        if ancestors == ["'none'"], let name = HTTPField.Name("X-Frame-Options") { headers[name] = "DENY" }
        return headers
    }
}
