import HTTPTypes
import Hummingbird

/// The header fields that protect responses in browsers and caches.
enum SafetyHeaders {
    /// For all responses.
    static let common = fields([("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff")])
    /// Also for responses that must not be cached.
    static let uncached = fields([("Cache-Control", "no-store"), ("Pragma", "no-cache")])
    /// Also for all responses if clients connect by HTTPS.
    static let secure = fields([("Strict-Transport-Security", "max-age=31536000")])

    private static func fields(_ fields: [(String, String)]) -> [HTTPField] {
        fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
}

/// Keeps responses out of caches, keeps addresses out of `Referer`, stops browsers from guessing types, and allows HTML nothing.
///
/// An endpoint whose response may be cached says so itself, and a page has a ``ContentPolicy`` of its own.
struct SafetyHeadersMiddleware: Sendable {
    let address: PublicAddress

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in SafetyHeaders.common where !response.headers.contains(field.name) { response.headers.set(field) }
        if (response.headers.value(of: .cacheControl) ?? "no-store") == "no-store" {
            for field in SafetyHeaders.uncached { response.headers.set(field) }
        }
        if response.headers.value(of: .contentType)?.hasPrefix("text/html") == true,
            !response.headers.contains(.contentSecurityPolicy)
        {
            for field in ContentPolicy.nothing.headers { response.headers.set(field) }
        }
        if address.isSecure { for field in SafetyHeaders.secure { response.headers.set(field) } }
        // The router removes the body if it turned a GET into a HEAD; refusals still have one, which no client expects.
        return request.method == .head ? response.createHeadResponse() : response
    }
}
