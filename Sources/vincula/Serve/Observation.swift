import Foundation
import Logging
import ServiceLifecycle
import Tracing
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine
import VinculaObservation
import VinculaServer

/// The metrics and traces of a running server.
struct Observation: Sendable {
    let registry = MetricsRegistry()
    /// Makes the spans; `nil` without a collector, so that nothing is made.
    let tracer: SpanTracer?
    private let exporter: SpanExporter?
    private let continuesTraces: Bool

    init(_ configuration: ServerConfiguration, logger: Logger) {
        continuesTraces = configuration[\.tracing.continued]
        guard let endpoint = configuration[\.tracing.endpoint] else {
            (tracer, exporter) = (nil, nil)
            return
        }
        let queue = SpanQueue()
        tracer = SpanTracer(queue: queue, ratio: configuration[\.tracing.ratio])
        // The instance tells servers apart, and nothing about the machine.
        let resource: [(name: String, value: JSONValue)] = [
            ("service.name", "vincula"), ("service.version", .string(VinculaServer.version)),
            ("service.instance.id", .string(UUID().uuidString.lowercased())),
        ]
        exporter = SpanExporter(
            queue, to: SpanExporter.Target(url: endpoint + "/v1/traces", headers: configuration[\.tracing.headers]?.fields ?? []),
            resource: resource, logger: logger)
        registry.add("vincula_spans_exported_total", help: "Spans that the collector took.") {
            .counter(Int64(queue.counts.exported))
        }
        registry.add("vincula_spans_dropped_total", help: "Spans that were dropped: too many, or not taken by the collector.") {
            .counter(Int64(queue.counts.dropped))
        }
        registry.add("vincula_span_export_failures_total", help: "Attempts to export spans that failed.") {
            .counter(Int64(queue.counts.failures))
        }
    }

    /// The traces of requests.
    var requests: RequestTracing? { tracer.map { RequestTracing($0, continuesTraces: continuesTraces) } }

    /// The service that exports spans.
    var service: (any Service)? { exporter.map { TraceService(exporter: $0) } }

    func observing(_ store: any Store) -> any Store { ObservedStore(store, registry, tracer: tracer) }

    func observing(_ caller: any BlockingFunctionCaller) -> any BlockingFunctionCaller {
        tracer.map { ObservedFunctionCaller(caller, tracer: $0) } ?? caller
    }

    func observing(_ caller: any WebhookCaller) -> any WebhookCaller {
        tracer.map { ObservedWebhookCaller(caller, tracer: $0) } ?? caller
    }

    /// Called when a password hash has been computed or refused.
    var hashEnded: (@Sendable (Duration) -> Void)? {
        guard let tracer else { return nil }
        return { tracer.noteStep("password.hash", took: $0) }
    }

    /// Called after each request to a provider.
    var providerEnded: (@Sendable (Duration, Bool) -> Void)? {
        guard let tracer else { return nil }
        return { tracer.noteStep("call provider", .client, took: $0, hasFailed: $1) }
    }

    /// Called after each attempt to send a message.
    ///
    /// - Parameter name: The name of the span.
    func sent(_ name: String) -> (@Sendable (MessageOutcome, Duration) -> Void)? {
        guard let tracer else { return nil }
        return { outcome, took in tracer.noteWork(name, .client, took: took, hasFailed: outcome != .sent) }
    }

    /// Adds the times that password hashes waited.
    func addWaits(of hasher: PasswordHasher) {
        registry.add("vincula_hash_wait_seconds", help: "Time that password hashes waited for a thread.") {
            .histogram(hasher.waits)
        }
    }

    /// Adds the time for which the server has not known what others changed.
    func add(_ changes: ChangeFeed) {
        registry.add(
            "vincula_changes_age_seconds", help: "Time since the server last knew what other servers and commands have changed."
        ) { .gauge(changes.age / .seconds(1)) }
    }

    /// Adds the time at which the server's certificate expires.
    func add(_ certificate: ServerCertificate?) {
        guard let certificate else { return }
        registry.add("vincula_certificate_expires_seconds", help: "Time at which the TLS certificate expires, since 1970.") {
            .gauge(Double(certificate.expiresAt))
        }
        addLifetime { certificate.lifetime }
    }

    private func addLifetime(_ read: @escaping @Sendable () -> Int) {
        registry.add(
            "vincula_certificate_lifetime_seconds", help: "Time from the beginning to the end of the TLS certificate's validity."
        ) { .gauge(Double(read())) }
    }
}

extension Observation {
    /// Adds the state of the certificate that the server gets for itself: before the first one, it expires now.
    func add(_ acme: ACMEService?) {
        guard let acme else { return }
        registry.add("vincula_certificate_expires_seconds", help: "Time at which the TLS certificate expires, since 1970.") {
            .gauge(Double(acme.certificate.expiresAt ?? 0))
        }
        addLifetime { acme.certificate.lifetime ?? 0 }
        registry.add("vincula_plain_connections", help: "Open connections of the port for plain HTTP.") {
            .gauge(Double(acme.plainConnections.count))
        }
        registry.add("vincula_certificate_failures_total", help: "Failed attempts to get a certificate by ACME.") {
            .counter(Int64(acme.failures))
        }
    }
}

/// Exports spans, and when the server stops the last of them.
private struct TraceService: Service {
    let exporter: SpanExporter

    func run() async throws { await cancelWhenGracefulShutdown { await exporter.run() } }
}
