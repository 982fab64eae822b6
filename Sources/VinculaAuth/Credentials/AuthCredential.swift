public import Foundation

/// A credential for signing in, linking or reauthenticating: created by a provider class, used once or a few times, never
/// stored.
open class AuthCredential: NSObject, @unchecked Sendable {
    /// The provider's ID, such as `google.com` or `password`.
    public let provider: String

    init(provider: String) { self.provider = provider }

    // A credential is a secret, so the description must not contain it.
    /// The class and the provider, without any secret.
    open override var description: String { "<\(type(of: self)) of \(provider)>" }
}

/// A password, or the link or digits from an email: methods of the same provider.
final class EmailAuthCredential: AuthCredential, @unchecked Sendable {
    enum Proof: Sendable {
        case password(String)
        case link(String)
        case code(String)
    }

    let email: String
    let proof: Proof

    init(email: String, proof: Proof) {
        self.email = email
        self.proof = proof
        super.init(provider: EmailAuthProvider.id)
    }
}

/// A player's signature from Apple's Game Center.
final class GameCenterAuthCredential: AuthCredential, @unchecked Sendable {
    let playerID: String
    let teamPlayerID: String?
    let gamePlayerID: String?
    let publicKeyURL: URL
    let signature: Data
    let salt: Data
    /// The time in milliseconds since 1970, as given by Game Center.
    let timestamp: UInt64
    let displayName: String?

    init(
        playerID: String, teamPlayerID: String?, gamePlayerID: String?, publicKeyURL: URL, signature: Data, salt: Data,
        timestamp: UInt64, displayName: String?
    ) {
        self.playerID = playerID
        self.teamPlayerID = teamPlayerID
        self.gamePlayerID = gamePlayerID
        self.publicKeyURL = publicKeyURL
        self.signature = signature
        self.salt = salt
        self.timestamp = timestamp
        self.displayName = displayName
        super.init(provider: GameCenterAuthProvider.id)
    }
}
