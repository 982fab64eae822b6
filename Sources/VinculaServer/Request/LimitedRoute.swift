import HTTPTypes
import VinculaCore
import VinculaEngine

extension Routes.Route {
    /// The row of the table of limits that a route counts under, by the name that its RPC has in its path; `nil` for what
    /// everybody may read (keys, health) and for developers' paths.
    var limited: LimitedRPC? {
        guard access != .open || method != .get, !isDevelopmentOnly, let path = paths.first else { return nil }
        let name = path.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? ""
        // A sign-in like any other by a provider's word.
        if name == "signInWithGameCenter" { return .signInWithIdp }
        // Counted by the page itself.
        if name == "action" { return nil }
        // `mfaSignIn:finalize` and its like: what they are about comes before the verb.
        for rpc in [LimitedRPC.mfaSignIn, .mfaEnrollment] where path.contains("/\(rpc.rawValue):") { return rpc }
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
