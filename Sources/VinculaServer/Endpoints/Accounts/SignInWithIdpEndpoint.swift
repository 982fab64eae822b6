import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithIdp`, v3 `verifyAssertion`: signs in, links or reauthenticates with a provider's credential.
    func signInWithIdp(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithIdpRequest.self)
        let proof: ProviderSignInRequest.Proof
        if let token = request.pendingToken, !token.isEmpty {
            proof = .pendingToken(token)
        } else {
            proof = try ProviderResponse.proof(
                requestURI: request.requestUri, postBody: request.postBody, sessionID: request.sessionId)
        }
        let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
        let result = try await engine.signInWithProvider(
            ProviderSignInRequest(proof: proof, idToken: idToken, autoCreate: request.autoCreate ?? true), in: call.scope)

        var response = Self.response(to: result.identity)
        response.tenantId = call.scope.tenant.isEmpty ? nil : call.scope.tenant
        if request.returnRefreshToken == true { response.oauthRefreshToken = result.identity.oauthRefreshToken }
        switch result.outcome {
        case .passed(let outcome, let isNewUser, let emailRecycled):
            let account = outcome.account
            response.localId = account.id.value
            response.isNewUser = isNewUser ? true : nil
            response.emailRecycled = emailRecycled ? true : nil
            if account.email != nil, account.email == result.identity.presented.email {
                response.emailVerified = account.emailVerified
            }
            response.tell(outcome)
        case .collided(let collision):
            try Self.add(collision, to: &response, returnsCredential: request.returnIdpCredential ?? false)
        }
        return try Answer.json(response)
    }

    private static func response(to identity: VerifiedIdentity) -> SignInWithIdpResponse {
        let presented = identity.presented
        var response = SignInWithIdpResponse(providerId: presented.key.provider.value)
        response.federatedId = identity.details.federatedID
        response.displayName = presented.profile.displayName
        response.fullName = presented.profile.displayName
        response.firstName = identity.details.firstName
        response.lastName = identity.details.lastName
        response.screenName = presented.profile.screenName
        response.photoUrl = presented.profile.photoURL
        response.email = presented.email?.value
        response.emailVerified = presented.email == nil ? nil : presented.ownership == .proven
        response.rawUserInfo = identity.details.rawUserInfo.text
        response.oauthIdToken = identity.oauthIDToken
        response.oauthAccessToken = identity.oauthAccessToken
        response.oauthTokenSecret = identity.oauthTokenSecret
        response.oauthExpireIn = identity.oauthExpiresIn.map { Int(clamping: min($0, Int64(Int32.max))) }
        response.nickName = identity.details.nickName
        response.language = identity.details.language
        response.timeZone = identity.details.timeZone
        response.dateOfBirth = identity.details.dateOfBirth
        return response
    }

    /// Adds a collision: to a success response, as Firebase does, if the client can continue from there; otherwise as an
    /// error.
    private static func add(_ collision: Collision, to response: inout SignInWithIdpResponse, returnsCredential: Bool) throws {
        let error: AuthError
        switch collision.refusal {
        case .needsConfirmation:
            response.needConfirmation = true
            response.verifiedProvider = collision.providers.map(\.value)
            response.pendingToken = collision.pendingToken
            return
        case .alreadyLinked, .userMismatch: error = .federatedUserIDAlreadyLinked
        case .emailExists: error = .emailExists
        case .providerAlreadyLinked: error = .providerAlreadyLinked
        // Not USER_NOT_FOUND: clients end the session on that, and here only the identity is unknown.
        case .userNotFound: throw AuthError.emailNotFound
        case .disabled: throw AuthError.userDisabled
        case .signUpNotAllowed: throw AuthError.adminOnlyOperation
        }
        guard returnsCredential else { throw error }
        response.errorMessage = error.message
        response.pendingToken = collision.pendingToken
    }
}
