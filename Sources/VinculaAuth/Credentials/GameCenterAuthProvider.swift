public import Foundation

#if canImport(GameKit) && !os(watchOS)
    import GameKit
#endif

/// Creates credentials for the player who is signed in to Apple's Game Center.
open class GameCenterAuthProvider: NSObject {
    /// `gc.apple.com`.
    public static let id = "gc.apple.com"

    /// Unavailable: there is nothing to create, because ``getCredential()`` belongs to the class.
    @available(*, unavailable, message: "Call getCredential() on the class instead.")
    public override init() { super.init() }

    /// Creates a credential for the local player.
    ///
    /// - Parameter completion: Receives the credential, `localPlayerNotAuthenticated`, or `gameKitNotLinked` on platforms
    ///   without Game Center. Called on the main queue.
    open class func getCredential(completion: @escaping (AuthCredential?, (any Error)?) -> Void) {
        answer(completion) { try await getCredential() }
    }

    /// Creates a credential for the local player.
    ///
    /// - Throws: `localPlayerNotAuthenticated`, or `gameKitNotLinked` on platforms without Game Center.
    open class func getCredential() async throws -> AuthCredential {
        #if canImport(GameKit) && !os(watchOS)
            let player = GKLocalPlayer.local
            guard player.isAuthenticated else { throw AuthFailure.make(.localPlayerNotAuthenticated) }
            let (url, signature, salt, timestamp) = try await player.fetchItemsForIdentityVerificationSignature()
            return GameCenterAuthCredential(
                playerID: "", teamPlayerID: player.teamPlayerID, gamePlayerID: player.gamePlayerID, publicKeyURL: url,
                signature: signature, salt: salt, timestamp: timestamp, displayName: player.displayName)
        #else
            throw AuthFailure.make(.gameKitNotLinked)
        #endif
    }
}
