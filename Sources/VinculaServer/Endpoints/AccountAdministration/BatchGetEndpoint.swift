import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:batchGet`: lists all accounts, page by page.
    func batchGet(_ call: Call) async throws -> Response {
        let maxResults = call.query["maxResults"]
        if let maxResults, Int64(maxResults) == nil { throw AuthError.invalidArgument("maxResults must be integer") }
        return try await page(
            maxResults: maxResults.flatMap(Int64.init), token: call.query["nextPageToken"],
            in: call.scope, call)
    }

    /// v3 `downloadAccount`: the same, with its parameters in the body.
    func downloadAccount(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: DownloadAccountRequest.self)
        return try await page(
            maxResults: request.maxResults?.value, token: request.nextPageToken,
            in: try call.scope(target: request.targetProjectId), call)
    }

    private func page(
        maxResults: Int64?, token: String?, in scope: ProjectScope, _ call: Call
    ) async throws -> Response {
        let limit = Int(min(max(maxResults ?? 20, 1), 1000))
        let after = token.flatMap { $0.isEmpty ? nil : $0 }
        let accounts = try await engine.accounts.listAccounts(after: after, limit: limit, in: scope)
        // As at Google, a full last page has a token too; the page after it is empty.
        let next = accounts.count == limit ? accounts.last?.id.value : nil
        let users = accounts.map { account in
            var user = UserInfo(account, in: scope)
            if account.password != nil, call.seesHashes { user.show(engine.accounts.exportedPassword(of: account)) }
            return user
        }
        return try Answer.json(BatchGetResponse(users: users, nextPageToken: next))
    }
}

extension UserInfo {
    /// Shows the hash of the password in place of a placeholder. As at Google, a hash of another system is empty.
    fileprivate mutating func show(_ password: ExportedPassword?) {
        passwordHash = password?.tag.base64URLPadded ?? ""
        salt = password?.salt.base64URLPadded ?? ""
        version = password == nil ? nil : 0
    }
}
