import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Finds the endpoint that answers a request. A path without parameters is found in a table; the router does the others.
struct RouteTable: HTTPResponder {
    typealias Context = ServerContext

    private struct Place: Hashable {
        let path: String
        let method: HTTPRequest.Method
    }

    private let router: RouterResponder<ServerContext>
    private let middleware: ServerMiddleware
    private let fixed: [Place: Builder.Handler]

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let path = request.uri.path
        guard let handler = fixed[Place(path: path, method: request.method)] else {
            return try await router.respond(to: request, context: context)
        }
        context.coreContext.endpointPath.value = path
        return try await middleware.pass(request, context, to: handler)
    }

    /// Collects the routes.
    struct Builder {
        typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

        private let router: Router<ServerContext>
        private let middleware: ServerMiddleware
        private var fixed: [Place: Handler] = [:]

        /// - Parameters:
        ///   - router: A router without middleware.
        ///   - middleware: What each route passes through, and each path without one.
        init(_ router: Router<ServerContext>, _ middleware: ServerMiddleware) {
            self.router = router
            self.middleware = middleware
            router.add(middleware: middleware)
        }

        /// Adds a route; each path and method once.
        mutating func add(_ path: String, _ method: HTTPRequest.Method, _ handler: @escaping Handler) {
            let place = RouterPath(path)
            router.on(place, method: method, responder: CallbackResponder(callback: { try await handler($0, $1) }))
            // Only a path without parameters is the same text in each request.
            let isFixed = !path.contains(where: { "{}*".contains($0) }) && !path.contains("/:")
            guard isFixed, place.description == path else { return }
            fixed[Place(path: path, method: method)] = handler
        }

        func table() -> RouteTable { RouteTable(router: router.buildResponder(), middleware: middleware, fixed: fixed) }
    }
}
