import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:update`: changes any account.
    func adminUpdate(_ call: Call) async throws -> Response {
        let request = try call.decode(AdminUpdateRequest.self)
        try call.requireNoTenant(request.tenantId)
        guard let id = request.localId, !id.isEmpty else { throw AuthError.missingLocalID }
        try call.requireKnownFields(of: AdminUpdateRequest.self)
        var change = AccountUpdate()
        change.displayName = request.displayName
        change.photoURL = request.photoUrl
        change.email = request.email
        change.emailVerified = request.emailVerified
        change.phoneNumber = request.phoneNumber
        change.password = request.password
        change.isDisabled = request.disableUser
        change.customClaims = request.customAttributes
        change.validSince = request.validSince?.value
        change.createdAt = request.createdAt?.value
        change.lastSignInAt = request.lastLoginAt?.value
        change.deleteAttributes = AccountAttribute.named(request.deleteAttribute)
        change.deleteProviders = (request.deleteProvider ?? []).map { ProviderID($0) }
        if let link = request.linkProviderUserInfo {
            guard let provider = link.providerId, !provider.isEmpty else {
                throw AuthError.invalidArgument("MISSING_PROVIDER_ID")
            }
            guard let subject = link.rawId, !subject.isEmpty else { throw AuthError.invalidArgument("MISSING_RAW_ID") }
            var identity = AccountUpdate.LinkedIdentity(provider: ProviderID(provider), subject: subject)
            identity.email = link.email
            identity.displayName = link.displayName
            identity.photoURL = link.photoUrl
            identity.screenName = link.screenName
            change.linkIdentity = identity
        }
        change.secondFactors = request.mfa?.listed()
        let updated = try await engine.accounts.updateAccount(id, change, in: try call.scope(target: request.targetProjectId))
        return try Answer.json(UpdateResponse(updated))
    }
}

extension AdminUpdateRequest.MfaInfo {
    /// Returns the second factors that the account is to have.
    fileprivate func listed() -> [ListedSecondFactor] {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        return (enrollments ?? []).map {
            ListedSecondFactor(
                id: given($0.mfaEnrollmentId).map { SecondFactorID($0) }, displayName: $0.displayName, phone: given($0.phoneInfo))
        }
    }
}
