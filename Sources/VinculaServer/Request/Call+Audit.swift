import VinculaCore
import VinculaEngine

extension Endpoints {
    /// Returns the endpoints on behalf of a caller: the audit log attributes changes to the caller, and resulting mails are
    /// in the caller's language.
    func acting(for call: Call) -> Endpoints {
        Endpoints(
            engine: engine.acting(
                as: call.actor, from: call.client == .unknown ? nil : call.client, language: call.language), options: options,
            metrics: metrics,
            readiness: readiness)
    }
}
