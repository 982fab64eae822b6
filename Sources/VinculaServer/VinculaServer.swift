import Foundation
import HTTPTypes
public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import ServiceLifecycle
import VinculaCore
public import VinculaEngine

/// The HTTP server over an engine.
public struct VinculaServer: Sendable {
    private let endpoints: Endpoints
    private let options: ServerOptions

    public init(engine: AuthEngine, options: ServerOptions, metrics: ServerMetrics, readiness: Readiness) {
        self.options = options
        endpoints = Endpoints(engine: engine, options: options, metrics: metrics, readiness: readiness)
    }

    /// The server as a service that runs until it is told to stop, and then answers what it has taken.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 takes any that is free.
    ///   - logger: Where requests are logged.
    ///   - onRunning: Told the port once connections are taken.
    public func application(
        host: String, port: Int, logger: Logger, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            router: router(),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    idleTimeout: .seconds(Int64(options.idleTimeout)),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: options.maximumHeaderSize, maxHeaderListSize: options.maximumHeaderSize,
                        maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1024),
            onServerRunning: { channel in
                endpoints.readiness.set(true)
                await onRunning(channel.localAddress?.port ?? port)
            },
            logger: logger)
    }

    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: BrowserAccessMiddleware())
        router.add(middleware: ObservationMiddleware(metrics: endpoints.metrics))
        router.add(middleware: ErrorMiddleware())
        let routes = Routes.all.filter { options.isDevelopment || !$0.isDevelopmentOnly }
        for route in routes {
            let handler = route.handler(endpoints)
            let limited = route.limited
            for path in route.paths {
                router.on(RouterPath(path), method: route.method) { request, context in
                    try await handler(try await call(request, context, route: route, limited: limited))
                }
            }
        }
        refuseOtherMethods(of: routes, on: router)
        return router
    }

    /// Makes a path answer 405, not 404, to methods that it does not have.
    private func refuseOtherMethods(of routes: [Routes.Route], on router: Router<ServerContext>) {
        let methods = Dictionary(
            routes.flatMap { route in route.paths.map { ($0, [route.method]) } }, uniquingKeysWith: +)
        for (path, known) in methods {
            for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete, .head] where !known.contains(method) {
                if method == .head, known.contains(.get) { continue }
                router.on(RouterPath(path), method: method) { request, _ -> Response in
                    throw RequestRefusal.methodNotAllowed(request.method.rawValue)
                }
            }
        }
    }

    /// Keeps web pages from elsewhere away from what needs no secret in `--dev`: any page that a developer opens could
    /// otherwise send `Bearer owner` to this machine, or read its answers by a name that it made resolve to it.
    private func requireLocalCaller(_ request: Request) throws {
        guard options.isDevelopment else { return }
        let names = [request.head.authority.map { "http://\($0)" }, request.headers[.origin]].compactMap(\.self)
        for name in names {
            let host = URL(string: name)?.host(percentEncoded: false) ?? ""
            let isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
            let publicHost = URL(string: options.address.url)?.host(percentEncoded: false)
            guard isLocal || host == publicHost && !host.isEmpty else { throw RequestRefusal.foreignOrigin }
        }
    }

    /// Finds out who calls, and reads what they send.
    private func call(
        _ request: Request, _ context: ServerContext, route: Routes.Route, limited: LimitedRPC?
    ) async throws -> Call {
        let query = QueryParameters(request.uri.query)
        let named = context.parameters.get("project").map { $0.removingPercentEncoding ?? $0 }
        var caller = Caller.app
        if route.access != .open {
            caller = try Caller.identify(
                request.headers, query: query, namesProject: route.access == .administrator, options: options)
        }
        if caller == .administrator || route.isDevelopmentOnly { try requireLocalCaller(request) }
        let client = ClientAddress(of: request.headers, peer: context.peer, proxies: options.trustedProxies)
        try endpoints.engine.limits.admit(limited, caller, from: client)
        let scope = try ProjectScope(named: named ?? options.project)
        let body = try await ReceivedBody.receive(request, options: options)
        return Call(
            scope: scope, caller: caller, client: client, body: body, query: query,
            parameters: context.parameters)
    }
}
