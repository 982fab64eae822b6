import HTTPTypes
import Hummingbird

/// Lets browsers' apps call from any origin, as Firebase does.
///
/// Nothing here rides on cookies, so an origin gains no more than any client: what it may do, its tokens say.
struct BrowserAccessMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        if request.method == .options {
            var headers: HTTPFields = [
                .accessControlAllowOrigin: origin,
                .accessControlAllowMethods: "GET,HEAD,PUT,PATCH,POST,DELETE",
                .accessControlMaxAge: "3600",
                .vary: "Origin, Access-Control-Request-Headers",
            ]
            headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders]
            return Response(status: .noContent, headers: headers)
        }
        var response = try await next(request, context)
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        return response
    }
}
