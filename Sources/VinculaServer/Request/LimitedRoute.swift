import HTTPTypes
import VinculaCore
import VinculaEngine

extension Routes.Route {
    /// The row in the table of rate limits that a route counts against, by the RPC's name in its path; `nil` for what
    /// everybody may read (keys, health) and for development-only paths.
    var limited: LimitedRPC? {
        guard access != .open || method != .get, !isDevelopmentOnly, let path = paths.first else { return nil }
        let name = path.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? ""
        // A sign-in with a provider's credential like any other.
        if name == "signInWithGameCenter" { return .signInWithIdp }
        // Counted by the page itself.
        if name == "action" { return nil }
        // `mfaSignIn:finalize` and the like: the subject comes before the verb.
        for rpc in [LimitedRPC.mfaSignIn, .mfaEnrollment] where path.contains("/\(rpc.rawValue):") { return rpc }
        return LimitedRPC(rawValue: name) ?? .other
    }
}

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
