import HTTPTypes
import Hummingbird
import Tracing
import VinculaCore
package import VinculaObservation

/// The traces of requests.
package struct RequestTracing: Sendable {
    private let tracer: SpanTracer
    private let continuesTraces: Bool

    /// - Parameters:
    ///   - tracer: Makes the spans.
    ///   - continuesTraces: `true` if a request that a trusted proxy passes on continues the trace that it names.
    package init(_ tracer: SpanTracer, continuesTraces: Bool) {
        self.tracer = tracer
        self.continuesTraces = continuesTraces
    }

    /// Answers a request in a span.
    ///
    /// The span has no URL, address or header: they may contain keys, and show who somebody is.
    func span(
        _ request: Request, _ context: ServerContext, isFromProxy: Bool, _ answer: () async throws -> Response
    ) async throws -> Response {
        var parent = InstrumentationContext.topLevel
        if isFromProxy, continuesTraces, let name = HTTPField.Name(SpanTracer.headerName) {
            parent.trace = request.headers[name].flatMap { TraceParent($0) }
        }
        return try await tracer.withSpan("request", context: parent, ofKind: .server) { span in
            let response = try await answer()
            guard span.isRecording else { return response }
            let route = context.endpointPath ?? "unknown"
            let method = RouteMetrics.label(request.method)
            span.operationName = "\(method) \(route)"
            span.updateAttributes { attributes in
                attributes["http.request.method"] = method
                attributes["http.route"] = route
                attributes["vincula.request.id"] = context.requestID
            }
            span.note(status: response.status.code)
            return response
        }
    }
}
