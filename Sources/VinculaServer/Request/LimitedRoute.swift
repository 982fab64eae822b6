import VinculaCore
import VinculaEngine

extension Routes.Route {
    /// The row of the table of limits that a route counts under, by the name that its RPC has in its path; `nil` for what is
    /// open to everybody (keys, health) or to developers only.
    var limited: LimitedRPC? {
        guard access != .open, !isDevelopmentOnly, let path = paths.first else { return nil }
        let name = path.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? ""
        return LimitedRPC(rawValue: name) ?? .other
    }
}

extension RequestLimits {
    /// Counts a request before its body is read: an app's against its address, an administrator's against them.
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
