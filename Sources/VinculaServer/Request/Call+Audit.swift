import VinculaCore
import VinculaEngine

extension Endpoints {
    /// The endpoints as one caller uses them.
    ///
    /// - Parameter client: Where the call comes from.
    func acting(as actor: AuditActor, from client: ClientAddress) -> Endpoints {
        Endpoints(
            engine: engine.acting(as: actor, from: client == .unknown ? nil : client), options: options, metrics: metrics,
            readiness: readiness)
    }
}
