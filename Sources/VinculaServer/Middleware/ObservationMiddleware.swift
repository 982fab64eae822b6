import HTTPTypes
import Hummingbird
import Logging

/// Counts, times and logs each request, by its route and never by its URL, which may contain a key.
struct ObservationMiddleware: RouterMiddleware {
    let metrics: ServerMetrics

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        metrics.started()
        defer { metrics.ended() }
        let response = try await next(request, context)
        let elapsed = ContinuousClock.now - start
        let route = context.endpointPath ?? "unknown"
        metrics.record(method: request.method.rawValue, route: route, status: response.status.code, elapsed: elapsed)
        context.logger.debug(
            "Request",
            metadata: [
                "method": "\(request.method)", "route": "\(route)", "status": "\(response.status.code)",
                "milliseconds": "\(elapsed / .milliseconds(1))",
            ])
        return response
    }
}
