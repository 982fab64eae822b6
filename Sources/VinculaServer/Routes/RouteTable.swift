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
    private let fixed: [Place: any HTTPResponder<ServerContext>]

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let path = request.uri.path
        guard let responder = fixed[Place(path: path, method: request.method)] else {
            return try await router.respond(to: request, context: context)
        }
        context.coreContext.endpointPath.value = path
        return try await responder.respond(to: request, context: context)
    }

    /// Collects the routes.
    struct Builder {
        typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

        private let router: Router<ServerContext>
        private var fixed: [Place: any HTTPResponder<ServerContext>] = [:]

        /// - Parameter router: A router that has its middleware, which each route passes through.
        init(_ router: Router<ServerContext>) { self.router = router }

        /// Adds a route; each path and method once.
        mutating func add(_ path: String, _ method: HTTPRequest.Method, _ handler: @escaping Handler) {
            let place = RouterPath(path)
            let responder = CallbackResponder(callback: handler)
            router.on(place, method: method, responder: responder)
            // Only a path without parameters is the same text in each request.
            let isFixed = !path.contains(where: { "{}*".contains($0) }) && !path.contains("/:")
            guard isFixed, place.description == path else { return }
            fixed[Place(path: path, method: method)] = router.middlewares.constructResponder(finalResponder: responder)
        }

        func table() -> RouteTable { RouteTable(router: router.buildResponder(), fixed: fixed) }
    }
}
