import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:update`, v3 `setAccountInfo`: changes the caller's own account.
    func update(_ call: Call) async throws -> Response {
        guard call.caller == .app else { return try await adminUpdate(call) }
        let request = try call.decode(endUser: UpdateRequest.self)
        if let code = request.oobCode, !code.isEmpty { return try await applyOobCode(code, idToken: request.idToken, call) }
        guard let idToken = request.idToken, !idToken.isEmpty else { throw AuthError.unsupportedParameters }
        var change = OwnAccountUpdate()
        change.displayName = request.displayName
        change.photoURL = request.photoUrl
        change.email = request.email
        change.password = request.password
        change.deleteAttributes = AccountAttribute.named(request.deleteAttribute)
        change.deleteProviders = (request.deleteProvider ?? []).map { ProviderID($0) }
        let updated = try await engine.updateOwnAccount(change, idToken: idToken, in: call.scope, from: call.client)
        return try Answer.json(UpdateResponse(updated))
    }

    /// `accounts:update` with `oobCode`: applies a mailed code. The request's other fields are ignored.
    private func applyOobCode(_ code: String, idToken: String?, _ call: Call) async throws -> Response {
        let (account, purpose) = try await engine.actionCodes.applyActionCode(code, idToken: idToken, in: call.scope)
        let newEmail = purpose == .verifyAndChangeEmail ? account.email : nil
        return try Answer.json(UpdateResponse(UpdatedAccount(account: account, tokens: nil, newEmail: newEmail)))
    }
}

extension AccountAttribute {
    /// Returns the attributes that `deleteAttribute` names.
    static func named(_ names: [UserAttributeName]?) -> [AccountAttribute] {
        (names ?? []).compactMap { AccountAttribute(rawValue: $0.rawValue) }
    }
}

extension UpdateResponse {
    init(_ updated: UpdatedAccount) {
        let account = updated.account
        self.init(localId: account.id.value)
        email = account.email?.value
        emailVerified = account.email == nil ? nil : account.emailVerified
        newEmail = updated.newEmail?.value
        displayName = account.displayName
        photoUrl = account.photoURL
        passwordHash = account.password == nil ? nil : RedactedHash.text
        providerUserInfo = ProviderUserInfo.all(of: account)
        idToken = updated.tokens?.idToken
        refreshToken = updated.tokens?.refreshToken
        expiresIn = updated.tokens.map { Int64Text($0.expiresIn) }
    }
}
