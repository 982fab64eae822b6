package import Tracing
package import VinculaCore

/// The key of a span's place among what a task carries.
private enum TraceKey: InstrumentationContextKey {
    typealias Value = TraceParent
}

extension InstrumentationContext {
    /// The span that the task works for.
    package var trace: TraceParent? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}
