import VinculaCore
import VinculaEngine

/// The endpoints, each in an extension in its own file, named after its RPC.
struct Endpoints: Sendable {
    /// What is the same for all requests, and not copied for each.
    private final class Surroundings: Sendable {
        let options: ServerOptions
        let metrics: ServerMetrics
        let readiness: Readiness

        init(_ options: ServerOptions, _ metrics: ServerMetrics, _ readiness: Readiness) {
            self.options = options
            self.metrics = metrics
            self.readiness = readiness
        }
    }

    let engine: AuthEngine
    private let surroundings: Surroundings
    var options: ServerOptions { surroundings.options }
    var metrics: ServerMetrics { surroundings.metrics }
    var readiness: Readiness { surroundings.readiness }

    init(engine: AuthEngine, options: ServerOptions, metrics: ServerMetrics, readiness: Readiness) {
        self.init(engine, Surroundings(options, metrics, readiness))
    }

    private init(_ engine: AuthEngine, _ surroundings: Surroundings) {
        self.engine = engine
        self.surroundings = surroundings
    }

    /// Returns the endpoints on behalf of a caller: the audit log attributes changes to the caller, and resulting mails are
    /// in the caller's language.
    ///
    /// - Parameter key: The key that the request has proven.
    func acting(for call: Call, proving key: KeyThumbprint? = nil) -> Endpoints {
        let acting = engine.acting(
            as: call.actor, from: call.client == .unknown ? nil : call.client, language: call.language, device: call.device,
            userAgent: call.userAgent, request: call.requestID)
        return Endpoints(key.map(acting.proving) ?? acting, surroundings)
    }
}
