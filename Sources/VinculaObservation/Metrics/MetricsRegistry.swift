package import CoreMetrics
import Synchronization
import VinculaCore

/// All metrics of a server: a backend of swift-metrics, whose values Prometheus reads as text.
///
/// A metric is looked up by its labels when it is made, and never when it is used: whoever counts keeps it.
package final class MetricsRegistry: MetricsFactory {
    /// The maximum number of metrics of one name. Labels come from lists in the code; this is the net below them.
    static let mostOfOneName = 2000

    private struct Family {
        let name: String
        var help: String?
        var bounds = DurationHistogram.stepBounds
        /// In the order in which they were made.
        var members: [(labels: String, read: @Sendable () -> MetricValue)] = []
        var handlers: [String: any ReadableMetric] = [:]
    }

    private struct State {
        var families: [Family] = []
        var places: [String: Int] = [:]

        mutating func place(of name: String) -> Int {
            let name = MetricText.name(name)
            if let place = places[name] { return place }
            places[name] = families.count
            families.append(Family(name: name))
            return families.count - 1
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// States what a metric means.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - help: The meaning.
    ///   - bounds: The upper bounds of a histogram made later; `nil` for those of a step.
    package func describe(_ name: String, _ help: String, bounds: [Double]? = nil) {
        state.withLock { state in
            let place = state.place(of: name)
            state.families[place].help = help
            if let bounds { state.families[place].bounds = bounds }
        }
    }

    /// Adds a metric whose value is kept elsewhere, in place of the one with the same labels.
    package func add(
        _ name: String, _ labels: [(String, String)] = [], help: String, read: @escaping @Sendable () -> MetricValue
    ) {
        add(name, written: MetricText.labels(labels), help: help, read: read)
    }

    /// Adds a metric whose value is kept elsewhere and whose labels are written as Prometheus reads them.
    package func add(_ name: String, written labels: String, help: String, read: @escaping @Sendable () -> MetricValue) {
        state.withLock { state in
            let place = state.place(of: name)
            state.families[place].help = help
            state.families[place].members.removeAll { $0.labels == labels }
            state.families[place].members.append((labels, read))
        }
    }

    // MARK: MetricsFactory

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(label, dimensions) { _ in CountingMetric() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        make(label, dimensions) { _ in GaugeMetric() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate { return make(label, dimensions) { HistogramMetric(bounds: $0) } as HistogramMetric }
        return make(label, dimensions) { _ in GaugeMetric() } as GaugeMetric
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        make(label, dimensions) { HistogramMetric(bounds: $0) }
    }

    // A metric that is not used any more keeps its value: one that vanished and began at zero again would look like a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the metric with these labels, which is made if there is none.
    ///
    /// One that is too many, or of another type than those of its name, counts and is not shown.
    private func make<Handler: ReadableMetric>(
        _ name: String, _ labels: [(String, String)], _ create: ([Double]) -> Handler
    ) -> Handler {
        let labels = MetricText.labels(labels)
        return state.withLock { state in
            let place = state.place(of: name)
            if let known = state.families[place].handlers[labels] {
                return known as? Handler ?? create(state.families[place].bounds)
            }
            let handler = create(state.families[place].bounds)
            let first = state.families[place].members.first?.read().type
            guard state.families[place].members.count < Self.mostOfOneName, first == nil || first == handler.value.type else {
                return handler
            }
            state.families[place].handlers[labels] = handler
            state.families[place].members.append((labels, { handler.value }))
            return handler
        }
    }

    // MARK: Text

    /// The media type of ``text``.
    package static let textType = MetricText.type

    /// The metrics in Prometheus' text format.
    package var text: String {
        // Values are read without the lock: reading one may take another lock.
        let families = state.withLock { $0.families }
        var lines: [String] = []
        for family in families {
            let values = family.members.map { (labels: $0.labels, value: $0.read()) }
            guard let first = values.first else {
                continue
            }
            lines.append("# HELP \(family.name) \(MetricText.help(family.help ?? family.name))")
            lines.append("# TYPE \(family.name) \(first.value.type)")
            for (labels, value) in values {
                switch value {
                case .counter(let count): lines.append("\(family.name)\(labels) \(count)")
                case .gauge(let number): lines.append("\(family.name)\(labels) \(MetricText.number(number))")
                case .histogram(let histogram): lines += MetricText.lines(family.name, labels, histogram)
                }
            }
        }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }
}
