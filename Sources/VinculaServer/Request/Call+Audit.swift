import VinculaCore
import VinculaEngine

extension Endpoints {
    /// The endpoints as a caller uses them: what they change, the audit log ascribes to the caller, and mails that follow from
    /// it are in their language.
    func acting(for call: Call) -> Endpoints {
        Endpoints(
            engine: engine.acting(
                as: call.actor, from: call.client == .unknown ? nil : call.client, language: call.language), options: options,
            metrics: metrics,
            readiness: readiness)
    }
}
