import CoreMetrics
import IdentityToolkit
import Synchronization
import VinculaCore
package import VinculaObservation

/// The metrics of the server's requests, beside those that are kept elsewhere.
package final class ServerMetrics: Sendable {
    /// A number kept elsewhere: its name, with labels if there are several of them in a row, its help text and a function that
    /// reads it. One whose name ends in `_total` is a counter.
    package typealias Gauge = (name: String, help: String, read: @Sendable () -> Int)

    static let requests = "vincula_requests_total"
    static let durations = "vincula_request_seconds"

    /// All metrics.
    package let registry: MetricsRegistry
    let proofs: ProofMetrics
    private let inFlight: Meter
    private let routes = Mutex<[String: RouteMetrics]>([:])
    private let lastStoreReport = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameters:
    ///   - gauges: Numbers that are kept elsewhere.
    ///   - registry: The metrics to add to.
    package init(gauges: [Gauge] = [], registry: MetricsRegistry = MetricsRegistry()) {
        self.registry = registry
        proofs = ProofMetrics(registry)
        registry.describe(Self.requests, "Requests answered.")
        registry.describe(
            Self.durations, "Time from a request's headers to its response.", bounds: DurationHistogram.requestBounds)
        registry.describe("vincula_requests_in_flight", "Requests being answered.")
        inFlight = Meter(label: "vincula_requests_in_flight", factory: registry)
        registry.add("vincula_info", [("version", ProductVersion.current)], help: "1; its label is the server's version.") {
            .gauge(1)
        }
        for gauge in gauges { add(gauge) }
    }

    private func add(_ gauge: Gauge) {
        let name = String(gauge.name.prefix { $0 != "{" })
        let read = gauge.read
        let isCounter = name.hasSuffix("_total")
        registry.add(name, written: String(gauge.name.dropFirst(name.count)), help: gauge.help) {
            isCounter ? .counter(Int64(read())) : .gauge(Double(read()))
        }
    }

    func started() { inFlight.increment() }

    func ended() { inFlight.decrement() }

    /// Returns the metrics of a route, which are made if there are none.
    ///
    /// - Parameter path: The route's path, as the router writes it.
    func route(_ path: String) -> RouteMetrics {
        routes.withLock { routes in
            if let known = routes[path] { return known }
            let metrics = RouteMetrics(path, registry)
            routes[path] = metrics
            return metrics
        }
    }

    /// Indicates whether a failure of the store should be logged: the first, and then one every ten seconds.
    func mayReportStore() -> Bool {
        let now = ContinuousClock.now
        return lastStoreReport.withLock { last in
            if let last, now - last < .seconds(10) { return false }
            last = now
            return true
        }
    }
}
