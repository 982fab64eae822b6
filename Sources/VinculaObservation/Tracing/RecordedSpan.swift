import Synchronization
package import Tracing
package import VinculaCore

/// A step of work with its beginning, end and facts. Nothing is kept of a step whose trace is not recorded.
///
/// Errors are kept by their type only, because their texts may repeat what a request sent. Events and links are not exported.
package final class RecordedSpan: Span {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var hasFailed = false
        var hasEnded = false
    }

    package let context: InstrumentationContext
    /// The span's place in its trace.
    package let trace: TraceParent
    private let parent: UInt64?
    private let kind: SpanKind
    private let start: UInt64
    private let queue: SpanQueue
    private let state: Mutex<State>

    init(
        _ name: String, _ trace: TraceParent, parent: UInt64?, in context: InstrumentationContext, kind: SpanKind, start: UInt64,
        queue: SpanQueue
    ) {
        self.context = context
        self.trace = trace
        self.parent = parent
        self.kind = kind
        self.start = start
        self.queue = queue
        state = Mutex(State(name: name))
    }

    package var isRecording: Bool { trace.isSampled && !state.withLock { $0.hasEnded } }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { if trace.isSampled { $0.attributes = newValue } } }
    }

    package func setStatus(_ status: SpanStatus) { state.withLock { $0.hasFailed = status.code == .error } }

    package func addEvent(_ event: SpanEvent) {}

    package func addLink(_ link: SpanLink) {}

    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        guard trace.isSampled else { return }
        state.withLock { $0.attributes["error.type"] = "\(type(of: error))" }
    }

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard trace.isSampled else { return }
        let ended = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let ended else { return }
        queue.add(
            FinishedSpan(
                trace: trace, parent: parent, name: ended.name, kind: kind, start: start,
                end: max(start, instant().nanosecondsSinceEpoch), attributes: FinishedSpan.facts(ended.attributes),
                hasFailed: ended.hasFailed))
    }
}

/// A span that has ended.
package struct FinishedSpan: Sendable {
    package let trace: TraceParent
    package let parent: UInt64?
    package let name: String
    package let kind: SpanKind
    /// Nanoseconds since 1970.
    package let start: UInt64
    package let end: UInt64
    package let attributes: [(name: String, value: JSONValue)]
    package let hasFailed: Bool

    static func facts(_ attributes: SpanAttributes) -> [(name: String, value: JSONValue)] {
        var facts: [(name: String, value: JSONValue)] = []
        attributes.forEach { name, value in
            switch value {
            case .string(let text): facts.append((name, .string(text)))
            case .bool(let truth): facts.append((name, .bool(truth)))
            case .int32(let number): facts.append((name, .integer(Int64(number))))
            case .int64(let number): facts.append((name, .integer(number)))
            case .double(let number): facts.append((name, .number(number)))
            case .stringConvertible(let value): facts.append((name, .string("\(value)")))
            default: break
            }
        }
        return facts.sorted { $0.name < $1.name }
    }
}
