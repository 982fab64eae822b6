import HTTPTypes
import Hummingbird

/// What every answer tells browsers and caches.
enum SafetyHeaders {
    /// Of all answers.
    static let common = fields([("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff")])
    /// Of those that nothing may keep, too.
    static let uncached = fields([("Cache-Control", "no-store"), ("Pragma", "no-cache")])
    /// Where clients come by https.
    static let secure = fields([("Strict-Transport-Security", "max-age=31536000")])

    private static func fields(_ fields: [(String, String)]) -> [HTTPField] {
        fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
}

/// Keeps answers out of caches, addresses out of `Referer`, and browsers from guessing types.
///
/// An endpoint whose answer may be kept says so itself.
struct SafetyHeadersMiddleware: RouterMiddleware {
    let address: PublicAddress

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in SafetyHeaders.common { response.headers[field.name] = field.value }
        if (response.headers[.cacheControl] ?? "no-store") == "no-store" {
            for field in SafetyHeaders.uncached { response.headers[field.name] = field.value }
        }
        if address.url.hasPrefix("https:") {
            for field in SafetyHeaders.secure { response.headers[field.name] = field.value }
        }
        // The router takes the body off where it made a GET into a HEAD; refusals have one still, which no client expects.
        return request.method == .head ? response.createHeadResponse() : response
    }
}
