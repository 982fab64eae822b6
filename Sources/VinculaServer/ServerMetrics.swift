import Synchronization

/// The server's metrics, in Prometheus' text format.
package final class ServerMetrics: Sendable {
    private struct Series: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct State {
        var counts: [Series: Int] = [:]
        var buckets: [String: [Int]] = [:]
        var sums: [String: Double] = [:]
        var inFlight = 0
        var lastStoreReport: ContinuousClock.Instant?
    }

    /// Upper bounds in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

    /// A number kept elsewhere: its name, with labels if there are several of them in a row, its help text and a function that
    /// reads it.
    package typealias Gauge = (name: String, help: String, read: @Sendable () -> Int)

    private let state = Mutex(State())
    /// Gauges kept elsewhere, and counters (`…_total`).
    private let gauges: [Gauge]

    package init(gauges: [Gauge] = []) { self.gauges = gauges }

    func started() { state.withLock { $0.inFlight += 1 } }

    func ended() { state.withLock { $0.inFlight -= 1 } }

    /// Indicates whether a failure of the store should be logged: the first, and then one every ten seconds.
    func mayReportStore() -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let last = state.lastStoreReport, now - last < .seconds(10) { return false }
            state.lastStoreReport = now
            return true
        }
    }

    func record(method: String, route: String, status: Int, elapsed: Duration) {
        let seconds = elapsed / .seconds(1)
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        // A client can write any method; only known ones become a label.
        let method = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].contains(method) ? method : "other"
        state.withLock { state in
            state.counts[Series(method: method, route: route, status: status), default: 0] += 1
            state.buckets[route, default: Array(repeating: 0, count: Self.bounds.count + 1)][bucket] += 1
            state.sums[route, default: 0] += seconds
        }
    }

    /// The metrics as text.
    func exposition() -> String {
        let state = state.withLock { $0 }
        var lines = [
            "# HELP vincula_requests_total Requests answered.", "# TYPE vincula_requests_total counter",
        ]
        lines += state.counts.map {
            "vincula_requests_total{method=\"\($0.key.method)\",route=\"\($0.key.route)\",status=\"\($0.key.status)\"} \($0.value)"
        }.sorted()
        lines += [
            "# HELP vincula_request_seconds Time from a request's headers to its response.",
            "# TYPE vincula_request_seconds histogram",
        ]
        for (route, buckets) in state.buckets.sorted(by: { $0.key < $1.key }) {
            var total = 0
            for (index, count) in buckets.enumerated() {
                total += count
                let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
                lines.append("vincula_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(total)")
            }
            lines.append("vincula_request_seconds_sum{route=\"\(route)\"} \(state.sums[route] ?? 0)")
            lines.append("vincula_request_seconds_count{route=\"\(route)\"} \(total)")
        }
        lines += [
            "# HELP vincula_requests_in_flight Requests being answered.", "# TYPE vincula_requests_in_flight gauge",
            "vincula_requests_in_flight \(state.inFlight)",
        ]
        var described = ""
        for gauge in gauges {
            let name = String(gauge.name.prefix { $0 != "{" })
            if name != described {
                lines += ["# HELP \(name) \(gauge.help)", "# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")"]
                described = name
            }
            lines.append("\(gauge.name) \(gauge.read())")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
