import VinculaCore
import VinculaEngine

extension Caller {
    /// Whom the audit log names for what a caller does.
    var auditActor: AuditActor {
        switch self {
        case .app: .endUser
        case .administrator: .administrator("owner")
        }
    }
}

extension Endpoints {
    /// The endpoints as one caller uses them.
    ///
    /// - Parameter clientAddress: Where the call comes from, as text, if that is known.
    func acting(for caller: Caller, from clientAddress: String?) -> Endpoints {
        Endpoints(
            engine: engine.acting(as: caller.auditActor, from: clientAddress), options: options, metrics: metrics,
            readiness: readiness)
    }
}
