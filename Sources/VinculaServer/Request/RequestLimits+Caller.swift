import VinculaCore
import VinculaEngine

extension RequestLimits {
    /// Counts a request before its body is read: an app's against its address, an administrator's against the administrator.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    func admit(_ rpc: LimitedRPC?, _ caller: IdentifiedCaller, from client: ClientAddress) throws(AuthError) {
        guard let rpc else { return }
        switch caller.caller {
        case .app: try admit(rpc, from: client)
        case .administrator: try admit(.admin, target: caller.actor)
        }
    }
}
