import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/healthz`: reports that the process is running.
    func health(_ call: Call) async throws -> Response { try Answer.json(["status": "ok"]) }

    /// `/readyz`: reports whether the server accepts requests and its store responds.
    func ready(_ call: Call) async throws -> Response {
        guard readiness.isReady else { return try Answer.json(["status": "stopping"], status: .serviceUnavailable) }
        if let fault = engine.store.health.fault {
            return try Answer.json(["status": fault.reason.rawValue], status: .serviceUnavailable)
        }
        let engine = engine
        let project = options.project
        let answers = await readiness.answersInTime {
            // The first one comes from the store, whatever may be kept in memory.
            _ = try await engine.store.read { try $0.sealedSecret("") }
            _ = try await engine.projects.settings(of: project)
        }
        guard answers else {
            return try Answer.json(["status": "the store does not respond"], status: .serviceUnavailable)
        }
        return try Answer.json(["status": "ready"])
    }

    /// `/metrics`: returns the metrics in Prometheus' text format.
    func metricsText(_ call: Call) async throws -> Response {
        Answer.text(
            metrics.exposition() + StoreMetrics.exposition(engine.store.health) + LimitMetrics.exposition(engine.limits),
            type: "text/plain; version=0.0.4; charset=utf-8")
    }
}
