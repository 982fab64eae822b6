import CoreMetrics
import HTTPTypes
import Synchronization
import VinculaObservation

/// The metrics of one route: made once, and found without a look into a table by each of its requests.
final class RouteMetrics: Sendable {
    private struct Count {
        let method: String
        let status: Int
        let counter: Counter
    }

    private struct State {
        /// The counts by method and status. A route has few, so that looking through them is quick.
        var counts: [Count] = []
        var durations: CoreMetrics.Timer?
    }

    private let route: String
    private let registry: MetricsRegistry
    private let state = Mutex(State())

    /// The metrics of a route that nobody has asked for yet are not shown.
    init(_ route: String, _ registry: MetricsRegistry) {
        self.route = route
        self.registry = registry
    }

    func record(method: HTTPRequest.Method, status: Int, elapsed: Duration) {
        let (counter, durations) = state.withLock { state in
            let durations = state.durations ?? makeDurations()
            state.durations = durations
            let method = Self.label(method)
            if let known = state.counts.first(where: { $0.status == status && $0.method == method }) {
                return (known.counter, durations)
            }
            let counter = Counter(
                label: ServerMetrics.requests, dimensions: [("method", method), ("route", route), ("status", "\(status)")],
                factory: registry)
            state.counts.append(Count(method: method, status: status, counter: counter))
            return (counter, durations)
        }
        counter.increment()
        let (seconds, attoseconds) = elapsed.components
        durations.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    private func makeDurations() -> CoreMetrics.Timer {
        CoreMetrics.Timer(label: ServerMetrics.durations, dimensions: [("route", route)], factory: registry)
    }

    /// A client can write any method; only known ones become a label.
    static func label(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .post, .put, .patch, .delete, .head, .options: method.rawValue
        default: "other"
        }
    }
}

/// The place where a request's route leaves its metrics for the middleware around it.
final class ObservedRoute: Sendable {
    private final class Nonce: Sendable {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private let place = AtomicLazyReference<RouteMetrics>()
    private let nonceForNext = AtomicLazyReference<Nonce>()

    var metrics: RouteMetrics? { place.load() }

    func found(_ metrics: RouteMetrics) { _ = place.storeIfNil(metrics) }

    /// The nonce that the response gives the client for its next proof.
    var nonce: String? { nonceForNext.load()?.text }

    func give(nonce: String) { _ = nonceForNext.storeIfNil(Nonce(nonce)) }
}
