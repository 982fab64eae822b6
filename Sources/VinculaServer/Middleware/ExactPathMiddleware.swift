import Hummingbird

/// Finds nothing under other spellings of a path: an empty segment or a slash at the end, which the router passes over.
///
/// What stands before the server may decide by path who gets through; two spellings of one path would be a way round it.
struct ExactPathMiddleware: RouterMiddleware {
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
