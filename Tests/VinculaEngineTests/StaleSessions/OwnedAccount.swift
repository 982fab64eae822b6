import VinculaCore

/// The model's knowledge of the account: what the owner proved recently, and what only they may change.
struct OwnedAccount {
    enum Kind: CaseIterable {
        /// A password and a proven address.
        case password
        /// A password, and an address that nobody proved.
        case unproven
        /// No address, and one provider.
        case addressless
        /// A provider that proved the address, in a project without email sign-in.
        case googleAlone
        /// A password, a proven address and a provider.
        case several
    }

    /// A way in that the owner has, by the time at which they added it; `nil` for those that the account began with.
    struct WayIn {
        let presented: PresentedIdentity
        let since: Timestamp?
    }

    static let mailbox = "owner@gmail.com"

    let kind: Kind
    let id: AccountID
    /// The identities that stale sessions must not touch.
    var identities: [WayIn]
    var password: String?
    var email: EmailAddress?
    var emailVerified: Bool

    /// The owner's accounts at providers, none of which tells an address but the first.
    static let google = PresentedIdentity.of(.google, "owner", email: mailbox, .proven)
    static let acme = PresentedIdentity.of(.acme, "owner")
    static let facebook = PresentedIdentity.of(.facebook, "owner")
    static let identities = [google, acme, facebook]
}

/// The thief's own credentials.
enum Thief {
    static let mailbox = "thief@gmail.com"
    /// Their accounts at providers: with an address that is proven or claimed, the owner's too, or none.
    static let identities = [
        PresentedIdentity.of(.google, "thief", email: mailbox, .proven), .of(.google, "thief 2"), .of(.acme, "thief"),
        .of(.acme, "thief 2", email: OwnedAccount.mailbox, .claimed), .of(.facebook, "thief"),
        .of(.facebook, "thief 2", email: mailbox, .claimed), .of(.microsoft, "thief", email: OwnedAccount.mailbox, .claimed),
        .of(.apple, "thief", email: mailbox, .proven),
    ]
    static let password = "the thief's own"

    static func has(_ key: IdentityKey) -> Bool { key.subject.hasPrefix("thief") }
}

/// A session that somebody holds.
struct HeldSession {
    var idToken: String
    var refreshToken: String
    let authTime: Timestamp
    var refreshedAt: Timestamp
}
