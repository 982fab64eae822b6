import HTTPTypes
import Hummingbird
import Logging
import VinculaCore

/// Names, counts, times, traces and logs each request, by its route and never by its URL, which may contain a key.
struct ObservationMiddleware: Sendable {
    /// The field of HTTP that names a request.
    private static let requestID = HTTPField.Name("X-Request-Id")

    let metrics: ServerMetrics
    /// The proxies that may name requests.
    let proxies: TrustedProxies
    let tracing: RequestTracing?

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let isFromProxy = !proxies.isEmpty && proxies.contains(context.peer)
        context.requestID = Self.id(of: request, isFromProxy: isFromProxy)
        guard let tracing else { return try await answer(request, context, next) }
        return try await tracing.span(request, context, isFromProxy: isFromProxy) { try await answer(request, context, next) }
    }

    private func answer(
        _ request: Request, _ context: ServerContext, _ next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        metrics.started()
        defer { metrics.ended() }
        var response = try await next(request, context)
        let elapsed = ContinuousClock.now - start
        // A request that was refused before its route ran has left nothing.
        let route = context.route.metrics ?? metrics.route(context.endpointPath ?? "unknown")
        route.record(method: request.method, status: response.status.code, elapsed: elapsed)
        if let name = Self.requestID { response.headers.set(HTTPField(name: name, value: context.requestID)) }
        context.logger.debug(
            "Request",
            metadata: [
                "request": "\(context.requestID)", "method": "\(request.method)", "route": "\(context.endpointPath ?? "unknown")",
                "status": "\(response.status.code)", "milliseconds": "\(elapsed / .milliseconds(1))",
            ])
        return response
    }

    /// The id that the proxy gave to a request, or a new one.
    private static func id(of request: Request, isFromProxy: Bool) -> String {
        if isFromProxy, let name = requestID, let given = request.headers[name], RequestID.isWellFormed(given) { return given }
        var generator = SystemRandomNumberGenerator()
        return RequestID.random(using: &generator)
    }
}
