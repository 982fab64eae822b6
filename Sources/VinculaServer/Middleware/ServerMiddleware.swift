import Hummingbird

/// What every request passes through before its endpoint, the outermost first.
///
/// It is one piece of middleware for the router: between two of the router's, each request changes executors three times. And a
/// class, because every request copies it.
final class ServerMiddleware: RouterMiddleware {
    private let safetyHeaders: SafetyHeadersMiddleware
    private let cors: CORSMiddleware
    private let observation: ObservationMiddleware
    private let errors: ErrorMiddleware
    private let exactPath = ExactPathMiddleware()

    init(
        safetyHeaders: SafetyHeadersMiddleware, cors: CORSMiddleware, observation: ObservationMiddleware, errors: ErrorMiddleware
    ) {
        self.safetyHeaders = safetyHeaders
        self.cors = cors
        self.observation = observation
        self.errors = errors
    }

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
            try await self.cors.handle(request, context: context) { request, context in
                try await self.observation.handle(request, context: context) { request, context in
                    try await self.errors.handle(request, context: context) { request, context in
                        try await self.exactPath.handle(request, context: context, next: endpoint)
                    }
                }
            }
        }
    }
}
