import VinculaCore
import VinculaEngine

/// The endpoints, each in an extension in its own file, named after its RPC.
struct Endpoints: Sendable {
    let engine: AuthEngine
    let options: ServerOptions
    let metrics: ServerMetrics
    let readiness: Readiness

    /// Returns the endpoints on behalf of a caller: the audit log attributes changes to the caller, and resulting mails are
    /// in the caller's language.
    func acting(for call: Call) -> Endpoints {
        Endpoints(
            engine: engine.acting(
                as: call.actor, from: call.client == .unknown ? nil : call.client, language: call.language, device: call.device,
                userAgent: call.userAgent, request: call.requestID),
            options: options, metrics: metrics, readiness: readiness)
    }
}
