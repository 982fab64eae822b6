package import Tracing
import VinculaCore

/// Makes the spans of a server, and hands those of recorded traces to a queue.
package struct SpanTracer: Tracer {
    /// The field of HTTP that names a span of the caller.
    package static let headerName = "traceparent"

    package let queue: SpanQueue
    private let ratio: Double

    /// - Parameters:
    ///   - queue: The queue of spans that have ended.
    ///   - ratio: The share of traces that are recorded, from 0 to 1; a trace that began elsewhere brings its decision with it.
    package init(queue: SpanQueue, ratio: Double) {
        self.queue = queue
        self.ratio = ratio
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context.trace
        let trace = Self.next(after: parent, ratio: ratio)
        context.trace = trace
        return RecordedSpan(
            operationName, trace, parent: parent?.span, in: context, kind: kind,
            start: trace.isSampled ? instant().nanosecondsSinceEpoch : 0, queue: queue)
    }

    package func forceFlush() {}

    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        if let text = extractor.extract(key: Self.headerName, from: carrier), let trace = TraceParent(text) {
            context.trace = trace
        }
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let trace = context.trace { injector.inject("\(trace)", forKey: Self.headerName, into: &carrier) }
    }

    /// Records a step of the current span that has just ended; nothing without one.
    ///
    /// - Parameters:
    ///   - name: The step.
    ///   - kind: The kind of step.
    ///   - took: The time that it took.
    ///   - hasFailed: `true` if it failed.
    package func noteStep(_ name: String, _ kind: SpanKind = .internal, took: Duration, hasFailed: Bool = false) {
        guard let context = InstrumentationContext.current, let trace = context.trace, trace.isSampled else { return }
        note(name, kind, in: context, took: took, hasFailed: hasFailed)
    }

    /// Records work that has just ended and that no request waited for, as a trace of its own.
    package func noteWork(_ name: String, _ kind: SpanKind, took: Duration, hasFailed: Bool) {
        note(name, kind, in: .topLevel, took: took, hasFailed: hasFailed)
    }

    private func note(_ name: String, _ kind: SpanKind, in context: InstrumentationContext, took: Duration, hasFailed: Bool) {
        let end = DefaultTracerClock.now.nanosecondsSinceEpoch
        let nanoseconds = UInt64(max(0, took / .nanoseconds(1)))
        let start = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end - min(end, nanoseconds))
        let span = startSpan(name, context: context, ofKind: kind, at: start)
        if hasFailed { span.setStatus(SpanStatus(code: .error)) }
        span.end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end))
    }

    private static func next(after parent: TraceParent?, ratio: Double) -> TraceParent {
        let span = UInt64.random(in: 1...UInt64.max)
        if let parent { return TraceParent(high: parent.high, low: parent.low, span: span, isSampled: parent.isSampled) }
        let low = UInt64.random(in: 1...UInt64.max)
        return TraceParent(
            high: UInt64.random(in: 0...UInt64.max), low: low, span: span,
            isSampled: TraceParent.isSampled(low: low, ratio: ratio))
    }
}
