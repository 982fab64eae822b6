import Hummingbird

/// What every request passes through before its endpoint, the outermost first.
///
/// It is one piece of middleware for the router: between two of the router's, each request changes executors three times.
struct ServerMiddleware: RouterMiddleware {
    let safetyHeaders: SafetyHeadersMiddleware
    let cors: CORSMiddleware
    let observation: ObservationMiddleware
    let errors: ErrorMiddleware
    let exactPath = ExactPathMiddleware()

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        // The router looks for all paths by one method; see ``RouteTable``.
        var head = request.head
        head.method = context.method ?? head.method
        return try await pass(Request(head: head, body: request.body), context) { try await next($0, $1) }
    }

    /// Passes a request through all of it.
    func pass(
        _ request: Request, _ context: ServerContext, to endpoint: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        try await safetyHeaders.handle(request, context: context) { request, context in
            try await cors.handle(request, context: context) { request, context in
                try await observation.handle(request, context: context) { request, context in
                    try await errors.handle(request, context: context) { request, context in
                        try await exactPath.handle(request, context: context, next: endpoint)
                    }
                }
            }
        }
    }
}
