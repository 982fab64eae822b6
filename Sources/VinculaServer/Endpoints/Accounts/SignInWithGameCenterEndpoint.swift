import Foundation
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithGameCenter`, of the same name in v3: signs in, or links, with a signature from Game Center.
    func signInWithGameCenter(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithGameCenterRequest.self)
        var credential = FederatedCredential(provider: .gameCenter)
        credential.gameCenter = try request.signed()
        let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
        let result = try await engine.signInWithProvider(
            ProviderSignInRequest(proof: .credential(credential), idToken: idToken, autoCreate: true), in: call.scope)
        switch result.outcome {
        case .collided(let collision):
            throw collision.refusal.gameCenterAnswer
        case .passed(.secondFactorRequired, _, _): throw AuthError.unsupportedFirstFactor
        case .passed(.signedIn(let signedIn), let isNewUser, _):
            var response = SignInWithGameCenterResponse(
                localId: signedIn.account.id.value, idToken: signedIn.tokens.idToken,
                refreshToken: signedIn.tokens.refreshToken, expiresIn: Int64Text(signedIn.tokens.expiresIn))
            let proven = result.identity.presented.key.subject
            response.teamPlayerId = request.teamPlayerId == proven ? proven : nil
            response.gamePlayerId = request.gamePlayerId == proven ? proven : nil
            response.playerId = request.playerId == proven ? proven : nil
            response.isNewUser = isNewUser ? true : nil
            response.displayName = result.identity.presented.profile.displayName
            return try Answer.json(response)
        }
    }
}

extension SignInWithGameCenterRequest {
    /// - Throws: ``AuthError/invalidCredentialOrProviderID(_:)`` that names the field that is missing or not base64.
    fileprivate func signed() throws(AuthError) -> GameCenterSignature {
        func present(_ text: String?, _ name: String) throws(AuthError) -> String {
            guard let text, !text.isEmpty else { throw .invalidCredentialOrProviderID("\(name) is missing.") }
            return text
        }
        func bytes(_ text: String?, _ name: String) throws(AuthError) -> Data {
            var text = try present(text, name)
            guard text.utf8.count <= 2048 else { throw .invalidCredentialOrProviderID("\(name) is too long.") }
            text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            while text.hasSuffix("=") { text.removeLast() }
            text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            guard let data = Data(base64Encoded: text) else {
                throw .invalidCredentialOrProviderID("\(name) is not base64.")
            }
            return data
        }
        guard let timestamp = timestamp.flatMap({ UInt64(exactly: $0.value) }) else {
            throw .invalidCredentialOrProviderID("timestamp is missing or not a time in milliseconds.")
        }
        return GameCenterSignature(
            teamPlayerID: teamPlayerId, gamePlayerID: gamePlayerId, playerID: playerId, displayName: displayName,
            publicKeyURL: try present(publicKeyUrl, "publicKeyUrl"), signature: try bytes(signature, "signature"),
            salt: try bytes(salt, "salt"), timestamp: timestamp)
    }
}

extension LinkingRefusal {
    /// The error for a player whose request is refused; a player has no email, so no email can collide.
    fileprivate var gameCenterAnswer: AuthError {
        switch self {
        case .alreadyLinked, .userMismatch: .federatedUserIDAlreadyLinked
        case .emailExists, .needsConfirmation: .emailExists
        case .providerAlreadyLinked: .providerAlreadyLinked
        case .userNotFound: .emailNotFound
        case .disabled: .userDisabled
        case .signUpNotAllowed: .adminOnlyOperation
        }
    }
}
