import VinculaCore
import VinculaEngine

extension Endpoints {
    /// The endpoints as one caller uses them.
    ///
    /// - Parameter clientAddress: Where the call comes from, as text, if that is known.
    func acting(as actor: AuditActor, from clientAddress: String?) -> Endpoints {
        Endpoints(
            engine: engine.acting(as: actor, from: clientAddress), options: options, metrics: metrics,
            readiness: readiness)
    }
}
