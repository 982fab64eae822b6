import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithPhoneNumber`, v3 `verifyPhoneNumber`: signs in, reauthenticates, links a number or replaces it.
    func signInWithPhoneNumber(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithPhoneNumberRequest.self)
        let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
        if request.operation == .link || request.operation == .update, idToken == nil { throw AuthError.missingIDToken }
        let proof: PhoneSignInRequest.Proof
        if let token = request.temporaryProof, !token.isEmpty {
            guard let number = request.phoneNumber, !number.isEmpty else { throw AuthError.missingPhoneNumber }
            proof = .temporary(token, number: number)
        } else {
            proof = .code(try PhoneCodeProof(sessionInfo: request.sessionInfo, code: request.code))
        }
        let result = try await engine.signInWithPhone(
            PhoneSignInRequest(proof: proof, idToken: idToken, isReauthentication: request.operation == .reauth),
            in: call.scope)

        var response = SignInWithPhoneNumberResponse()
        response.phoneNumber = result.number?.value
        switch result.outcome {
        case .passed(.signedIn(let signedIn), let isNewUser, _):
            response.localId = signedIn.account.id.value
            response.isNewUser = isNewUser
            response.idToken = signedIn.tokens.idToken
            response.refreshToken = signedIn.tokens.refreshToken
            response.expiresIn = Int64Text(signedIn.tokens.expiresIn)
        case .passed(.secondFactorRequired, _, _): throw AuthError.unsupportedFirstFactor
        case .collided(let collision): try Self.add(collision, to: &response)
        }
        return try Answer.json(response)
    }

    /// Adds a collision: a number of another account is a success response without a session, from which the client can
    /// continue, as in Firebase.
    private static func add(_ collision: Collision, to response: inout SignInWithPhoneNumberResponse) throws(AuthError) {
        switch collision.refusal {
        case .alreadyLinked:
            guard let token = collision.pendingToken else { throw .phoneNumberExists }
            response.temporaryProof = token
            response.temporaryProofExpiresIn = Int64Text(PendingCredential.lifetimeSeconds)
        case .userNotFound: throw .userNotFound
        case .disabled: throw .userDisabled
        case .signUpNotAllowed: throw .adminOnlyOperation
        case .providerAlreadyLinked: throw .providerAlreadyLinked
        case .userMismatch, .emailExists, .needsConfirmation: throw .phoneNumberExists
        }
    }
}
