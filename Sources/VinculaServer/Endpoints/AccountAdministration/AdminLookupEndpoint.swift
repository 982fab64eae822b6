import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:lookup`: reads accounts by id, email, phone or identity, or the account of an ID token.
    func adminLookup(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: AdminLookupRequest.self)
        let scope = try call.scope(target: request.targetProjectId)
        if let idToken = request.idToken, !idToken.isEmpty {
            return try Answer.json(
                LookupResponse(users: [UserInfo(try await engine.lookUpOwnAccount(idToken: idToken, in: scope), in: scope)]))
        }
        var search = AccountSearch()
        search.ids = request.localId ?? []
        search.emails = request.email ?? []
        search.phoneNumbers = request.phoneNumber ?? []
        search.initialEmails = request.initialEmail ?? []
        search.federatedIDs = (request.federatedUserId ?? []).compactMap { identifier in
            guard let provider = identifier.providerId, let subject = identifier.rawId else { return nil }
            return AccountSearch.FederatedID(provider: ProviderID(provider), subject: subject)
        }
        return try Answer.json(
            LookupResponse(users: try await engine.accounts.findAccounts(search, in: scope).map { UserInfo($0, in: scope) }))
    }
}
