package import Foundation
import Tracing
package import VinculaEngine

/// Calls projects' functions, with a span for each call that the function may continue.
package struct ObservedFunctionCaller: BlockingFunctionCaller {
    private let base: any BlockingFunctionCaller
    private let tracer: SpanTracer

    package init(_ base: any BlockingFunctionCaller, tracer: SpanTracer) {
        self.base = base
        self.tracer = tracer
    }

    package func accepts(_ url: String) -> Bool { base.accepts(url) }

    package func post(
        _ body: Data, headers: [(name: String, value: String)], to url: String
    ) async -> BlockingCallOutcome {
        await tracer.withSpan("call function", ofKind: .client) { span in
            let outcome = await base.post(body, headers: headers + [(SpanTracer.headerName, "\(span.trace)")], to: url)
            switch outcome {
            case .answered(let status, _): span.note(status: status)
            case .failed: span.setStatus(SpanStatus(code: .error))
            }
            return outcome
        }
    }
}

/// Posts messages to webhooks, with a span for each that the webhook may continue. Each is a trace of its own.
package struct ObservedWebhookCaller: WebhookCaller {
    private let base: any WebhookCaller
    private let tracer: SpanTracer

    package init(_ base: any WebhookCaller, tracer: SpanTracer) {
        self.base = base
        self.tracer = tracer
    }

    package func accepts(_ url: String) -> Bool { base.accepts(url) }

    package func post(
        _ payload: Data, headers: [(name: String, value: String)], to url: String
    ) async -> WebhookCallOutcome {
        await tracer.withSpan("call webhook", ofKind: .client) { span in
            let outcome = await base.post(payload, headers: headers + [(SpanTracer.headerName, "\(span.trace)")], to: url)
            switch outcome {
            case .answered(let status): span.note(status: status)
            case .failed: span.setStatus(SpanStatus(code: .error))
            }
            return outcome
        }
    }
}

extension RecordedSpan {
    /// Notes the status of an answer; one of a server error makes the span a failed one.
    package func note(status: Int) {
        guard isRecording else { return }
        updateAttributes { $0["http.response.status_code"] = Int64(status) }
        if status >= 500 { setStatus(SpanStatus(code: .error)) }
    }
}
