import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:update`: changes any account.
    func adminUpdate(_ call: Call) async throws -> Response {
        let request = try call.decode(AdminUpdateRequest.self)
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
        change.secondFactors = try request.mfa?.listed()
        let updated = try await engine.accounts.updateAccount(id, change, in: try call.scope(target: request.targetProjectId))
        return try Answer.json(UpdateResponse(updated))
    }
}

extension AdminUpdateRequest.MfaInfo {
    /// Returns the second factors that the account is to have.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a time in another format.
    fileprivate func listed() throws(AuthError) -> [ListedSecondFactor] {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        return try (enrollments ?? []).map { entry throws(AuthError) in
            let enrolledAt = try given(entry.enrolledAt).map { text throws(AuthError) in
                guard let time = Timestamp(rfc3339: text) else {
                    throw .invalidArgument("enrolledAt must be a time in RFC 3339 format, such as 2026-01-31T12:00:00Z.")
                }
                return time
            }
            return ListedSecondFactor(
                id: given(entry.mfaEnrollmentId), displayName: entry.displayName, phone: given(entry.phoneInfo),
                enrolledAt: enrolledAt, isAuthenticator: entry.totpInfo != nil)
        }
    }
}
