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
        change.secondFactors = try request.mfa?.kept()
        let updated = try await engine.accounts.updateAccount(id, change, in: try call.scope(target: request.targetProjectId))
        return try Answer.json(UpdateResponse(updated))
    }
}

extension AdminUpdateRequest.MfaInfo {
    /// Returns the second factors to keep.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` for phones, since this server sends no SMS codes,
    ///   ``AuthError/missingSecondFactorID``.
    fileprivate func kept() throws(AuthError) -> [(id: SecondFactorID, displayName: String?)] {
        try (enrollments ?? []).map { enrollment throws(AuthError) in
            guard enrollment.phoneInfo == nil else { throw .textedCodes }
            guard let id = enrollment.mfaEnrollmentId, !id.isEmpty else { throw .missingSecondFactorID }
            return (SecondFactorID(id), enrollment.displayName)
        }
    }
}
