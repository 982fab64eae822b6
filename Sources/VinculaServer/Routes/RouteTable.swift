import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Finds the endpoint that answers a request. A path without parameters is found in a table; the router does the others.
struct RouteTable: HTTPResponder {
    typealias Context = ServerContext

    private let router: RouterResponder<ServerContext>
    private let middleware: ServerMiddleware
    private let fixed: [String: PathHandlers]

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let path = request.uri.path
        if let handlers = fixed[path] {
            context.coreContext.endpointPath.value = path
            return try await middleware.pass(request, context, to: handlers.respond)
        }
        // The router knows each path once, whatever its methods: making a router takes time for each of its entries. The middleware
        // gives the request its own method back.
        var head = request.head
        var context = context
        context.method = head.method
        head.method = Builder.anyMethod
        return try await router.respond(to: Request(head: head, body: request.body), context: context)
    }

    /// Collects the paths.
    struct Builder {
        /// The method by which the router knows all paths.
        fileprivate static let anyMethod = HTTPRequest.Method.get

        private let router: Router<ServerContext>
        private let middleware: ServerMiddleware
        private var fixed: [String: PathHandlers] = [:]

        /// - Parameters:
        ///   - router: A router without middleware.
        ///   - middleware: What each path passes through, and each request for none of them.
        init(_ router: Router<ServerContext>, _ middleware: ServerMiddleware) {
            self.router = router
            self.middleware = middleware
            router.add(middleware: middleware)
        }

        /// Adds a path; each once.
        ///
        /// - Parameters:
        ///   - path: The path, with its parameters.
        ///   - place: The path, as the router reads it.
        ///   - handlers: What answers its requests.
        mutating func add(_ path: String, _ place: RouterPath, _ handlers: PathHandlers) {
            let responder = CallbackResponder { try await handlers.respond(to: $0, $1) }
            router.on(place, method: Self.anyMethod, responder: responder)
            // Only a path without parameters is the same text in each request.
            let isFixed = !path.contains(where: { "{}*".contains($0) }) && !path.contains("/:")
            if isFixed, place.description == path { fixed[path] = handlers }
        }

        func table() -> RouteTable { RouteTable(router: router.buildResponder(), middleware: middleware, fixed: fixed) }
    }
}

/// The handlers of one path, by their methods. A method that it does not support is answered with 405, not 404.
struct PathHandlers: Sendable {
    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    private let handlers: [HTTPRequest.Method: Handler]
    private let allowed: String
    private let observed: RouteMetrics

    /// - Parameters:
    ///   - handlers: The handlers by their methods. One for GET answers HEAD, too.
    ///   - observed: The metrics that requests of other methods count in.
    init(_ handlers: [HTTPRequest.Method: Handler], observed: RouteMetrics) {
        self.handlers = handlers
        self.observed = observed
        let methods = handlers.keys + (handlers[.get] != nil && handlers[.head] == nil ? [.head] : [])
        allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
    }

    func respond(to request: Request, _ context: ServerContext) async throws -> Response {
        if let handler = handlers[request.method] { return try await handler(request, context) }
        if request.method == .head, let get = handlers[.get] { return try await get(request, context).createHeadResponse() }
        context.route.found(observed)
        throw RequestRefusal.methodNotAllowed(request.method.rawValue, allowed: allowed)
    }
}
