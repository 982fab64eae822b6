import Foundation
import IdentityToolkit

extension Auth {
    /// Signs in, or links, with a player's signature from Game Center.
    func show(_ credential: GameCenterAuthCredential, idToken: String? = nil) async throws -> SignedIn {
        var request = SignInWithGameCenterRequest()
        request.playerId = credential.playerID
        request.teamPlayerId = credential.teamPlayerID
        request.gamePlayerId = credential.gamePlayerID
        request.publicKeyUrl = credential.publicKeyURL.absoluteString
        request.signature = Self.base64URL(credential.signature)
        request.salt = Self.base64URL(credential.salt)
        request.timestamp = Int64Text(Int64(clamping: credential.timestamp))
        request.displayName = credential.displayName
        request.idToken = idToken
        request.tenantId = tenantID
        let answer = try await backend().call(.signInWithGameCenter, request)
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value
        ).tokens(for: self)
        return SignedIn(
            tokens: tokens,
            info: AdditionalUserInfo(providerID: GameCenterAuthProvider.id, isNewUser: answer.isNewUser ?? false),
            way: ProviderProfile(
                providerID: GameCenterAuthProvider.id, uid: credential.teamPlayerID ?? credential.playerID,
                displayName: credential.displayName))
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
