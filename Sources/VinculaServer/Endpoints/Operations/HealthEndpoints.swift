import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine
import VinculaObservation

extension Endpoints {
    /// `/healthz`: reports that the process is running.
    func health(_ call: Call) async throws -> Response { try Answer.json(["status": "ok"]) }

    /// `/readyz`: reports whether the server accepts requests and its store responds.
    func ready(_ call: Call) async throws -> Response {
        guard readiness.isReady else { return try Answer.json(["status": "stopping"], status: .serviceUnavailable) }
        if let fault = engine.store.health.fault {
            return try Answer.json(["status": fault.words], status: .serviceUnavailable)
        }
        let start = ContinuousClock.now
        let isInTime = await storeAnswersInTime()
        guard isInTime || hasAnswered(since: start) else {
            return try Answer.json(["status": "the store does not respond"], status: .serviceUnavailable)
        }
        return try Answer.json(["status": "ready"])
    }

    /// Indicates whether the store has done what somebody asked for: while more requests wait than it has connections, `/readyz`
    /// need not be one of the first.
    private func hasAnswered(since start: ContinuousClock.Instant) -> Bool {
        let health = engine.store.health
        return health.fault == nil && health.activity.numbers.lastSuccess.map { $0 > start } ?? false
    }

    private func storeAnswersInTime() async -> Bool {
        let engine = engine
        let project = options.project
        return await readiness.answersInTime {
            // The first one comes from the store, whatever may be kept in memory.
            _ = try await engine.store.read { try $0.sealedSecret("") }
            _ = try await engine.projects.settings(of: project)
        }
    }

    /// `/metrics`: returns the metrics in Prometheus' text format.
    ///
    /// While the store cannot be used or does not answer in time, what only the store knows is missing.
    func metricsText(_ call: Call) async throws -> Response {
        var text = metrics.registry.text + LimitMetrics.exposition(engine.limits)
        if engine.store.health.fault == nil, let standing = await readiness.standing(engine.upkeep) {
            text += StandingMetrics.exposition(standing)
        }
        return Answer.text(text, type: MetricsRegistry.textType)
    }
}
