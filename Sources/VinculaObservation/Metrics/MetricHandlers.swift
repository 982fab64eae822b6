import CoreMetrics
import Synchronization
package import VinculaCore

/// The value of a metric when it is looked at.
package enum MetricValue: Sendable {
    case counter(Int64)
    case gauge(Double)
    case histogram(DurationHistogram)

    /// The type as Prometheus names it.
    var type: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}

/// A handler of swift-metrics that can be read.
protocol ReadableMetric: AnyObject, Sendable {
    var value: MetricValue { get }
}

/// A number that only grows.
final class CountingMetric: CounterHandler, ReadableMetric {
    private let count = Atomic<Int64>(0)

    var value: MetricValue { .counter(count.load(ordering: .relaxed)) }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that grows and shrinks.
final class GaugeMetric: MeterHandler, RecorderHandler, ReadableMetric {
    private let bits = Atomic<UInt64>((0 as Double).bitPattern)

    var value: MetricValue { .gauge(Double(bitPattern: bits.load(ordering: .relaxed))) }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func record(_ value: Int64) { set(Double(value)) }

    func record(_ value: Double) { set(value) }

    func increment(by amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (isDone, current) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if isDone { return }
            old = current
        }
    }

    func decrement(by amount: Double) { increment(by: -amount) }
}

/// Durations, or other values, counted by fixed bounds.
final class HistogramMetric: TimerHandler, RecorderHandler, ReadableMetric {
    private let histogram: Mutex<DurationHistogram>

    init(bounds: [Double]) { histogram = Mutex(DurationHistogram(bounds: bounds)) }

    var value: MetricValue { .histogram(histogram.withLock { $0 }) }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) { histogram.withLock { $0.add(seconds: value) } }
}
