import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:lookup`, v3 `getAccountInfo`: reads the caller's own account.
    func lookup(_ call: Call) async throws -> Response {
        guard call.caller == .app else { return try await adminLookup(call) }
        let request = try call.decode(endUser: LookupRequest.self)
        let account = try await engine.lookUpOwnAccount(idToken: request.idToken, in: call.scope, from: call.client)
        return try Answer.json(LookupResponse(users: [UserInfo(account, in: call.scope)]))
    }
}
