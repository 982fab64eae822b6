import Foundation
import HTTPTypes
import Hummingbird

/// Allows web apps to call from any origin, as Firebase does, and administrators' pages only from this machine.
///
/// Only the pages of sign-ins rely on a cookie, and no response allows credentials, so an origin gains no more than any other
/// client: its tokens decide what it may do.
struct CORSMiddleware: Sendable {
    /// The paths closed to web pages, except those that a developer serves from the same machine.
    let administratorPaths: Set<String>
    /// The paths closed to all web pages.
    let visitorPaths: Set<String>

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        let path = context.endpointPath ?? ""
        let isAllowed = !visitorPaths.contains(path) && (Self.isLocal(origin) || !administratorPaths.contains(path))
        if request.method == .options {
            guard isAllowed else { return Response(status: .noContent, headers: [.vary: "Origin"]) }
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
        if isAllowed {
            response.headers[.accessControlAllowOrigin] = origin
            if response.headers.contains(.proofNonce) { response.headers[.accessControlExposeHeaders] = "DPoP-Nonce" }
        }
        response.headers[.vary] = "Origin"
        return response
    }

    private static func isLocal(_ origin: String) -> Bool {
        guard let host = URL(string: origin)?.host(percentEncoded: false) else { return false }
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
    }
}
