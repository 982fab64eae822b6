import Foundation
import IdentityToolkit

extension Auth {
    /// The operation that a phone credential is used for.
    enum PhoneOperation: String {
        case signIn = "SIGN_UP_OR_IN"
        case reauthenticate = "REAUTH"
        case link = "LINK"
        case update = "UPDATE"
    }

    /// Signs in, links, reauthenticates or changes the number with a code that was sent to a phone.
    func show(
        _ credential: PhoneAuthCredential, for operation: PhoneOperation, idToken: String? = nil
    ) async throws -> SignedIn {
        var request = SignInWithPhoneNumberRequest()
        request.operation = VerifyOp(rawValue: operation.rawValue)
        request.idToken = idToken
        request.tenantId = tenantID
        switch credential.proof {
        case .code(let verificationID, let code):
            guard !verificationID.isEmpty else { throw AuthFailure.make(.missingVerificationID) }
            guard !code.isEmpty else { throw AuthFailure.make(.missingVerificationCode) }
            request.sessionInfo = verificationID
            request.code = code
        case .temporary(let number, let proof):
            request.phoneNumber = number
            request.temporaryProof = proof
        }
        let answer = try await backend().call(.signInWithPhoneNumber, request)
        if let number = answer.phoneNumber, !number.isEmpty, let proof = answer.temporaryProof, !proof.isEmpty {
            throw Collision.with(
                AuthFailure.make(.credentialAlreadyInUse), email: nil,
                credential: PhoneAuthCredential(.temporary(number: number, proof: proof)))
        }
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value
        ).tokens(for: self)
        return SignedIn(
            tokens: tokens, info: AdditionalUserInfo(providerID: PhoneAuthProvider.id, isNewUser: answer.isNewUser ?? false),
            way: ProviderProfile(
                providerID: PhoneAuthProvider.id, uid: answer.phoneNumber ?? "", phoneNumber: answer.phoneNumber))
    }
}
