import Hummingbird

/// Answers 404 for other spellings of a path, with an empty segment or a trailing slash, which the router ignores.
///
/// A proxy in front of the server may decide by path who gets through; a second spelling of a path would bypass it.
struct ExactPathMiddleware: Sendable {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        var previous: UInt8 = 0
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/"), previous == byte { throw RequestRefusal.notFound }
            previous = byte
        }
        if previous == UInt8(ascii: "/"), path.utf8.count > 1 { throw RequestRefusal.notFound }
        return try await next(request, context)
    }
}
