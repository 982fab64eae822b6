public import Foundation

/// A mailed one-time secret, as it is kept: the secret itself is not in it.
public struct ActionCode: Hashable, Sendable {
    /// How many wrong addresses, or wrong digits, end a code.
    public static let mostMismatches = 5
    /// How long a code that is over is remembered, so that its link can say why it does not work, in seconds.
    public static let remembersSeconds: Int64 = 7 * 24 * 3600

    /// Where somebody goes on once the code has done its work, and what the request that asked for it said besides.
    public struct Target: Hashable, Sendable, Codable {
        /// Checked against the project's authorised domains.
        public var continueURL: String?
        /// Whether the app opens the link itself.
        public var opensInApp = false
        public var iosBundleID: String?
        public var androidPackage: String?
        /// Whether somebody on Android who has not the app, or an old one, is offered it.
        public var offersAndroidApp: Bool?
        /// The host of the link, where it is not the server's own.
        public var linkDomain: String?
        public var language: Language?
        /// The API key that asked; clients want one in the link. It is not kept.
        public var apiKey: String?
        /// The network address that asked.
        public var requestedFrom: String?
        /// The identities and the phone of an account before a change, those that a thief has not added: what a recovery keeps.
        public var identitiesBefore: [IdentityKey]?
        public var phoneBefore: String?
        /// The second factors of that account then, those that a mail could no longer take off; `nil` in codes of versions that
        /// did not note them.
        public var secondFactorsBefore: [SecondFactorID]?
        /// The second factor that the code takes off.
        public var secondFactor: SecondFactorID?
        /// The way in that the code takes off.
        public var addedIdentity: IdentityKey?

        private enum CodingKeys: String, CodingKey {
            case continueURL, opensInApp, iosBundleID, androidPackage, offersAndroidApp, linkDomain, language, requestedFrom
            case identitiesBefore, phoneBefore, secondFactorsBefore, secondFactor, addedIdentity
        }

        public init() {}

        /// Where somebody goes on by another code, without what this one takes back.
        public var onwards: Target {
            var target = self
            target.identitiesBefore = nil
            target.phoneBefore = nil
            target.secondFactorsBefore = nil
            target.secondFactor = nil
            target.addedIdentity = nil
            return target
        }
    }

    /// SHA-256 of the code, in base64url.
    public let id: String
    public let scope: ProjectScope
    public let purpose: ActionCodePurpose
    /// Whose account it is for; `nil` for a link that may make an account, and for a reset that leads nowhere.
    public let account: AccountID?
    /// The mailbox that the code was sent to, or the account's own email where it went to ``newEmail``; for
    /// ``ActionCodePurpose/recoverEmail`` the email that comes back. `nil` only for an account that has no email yet.
    public let email: EmailAddress?
    /// What the email becomes, or what it had become.
    public let newEmail: EmailAddress?
    public let target: Target
    /// A fingerprint of six digits that do instead of the code; `nil` if there are none, or too many wrong ones came.
    public let digits: Data?
    /// The link, sealed; kept by development servers alone, whose control paths show it.
    public let sealedLink: Data?
    public let createdAt: Timestamp
    public let expiresAt: Timestamp
    /// When it was used, or ended by something else.
    public var spentAt: Timestamp?
    /// Wrong addresses so far.
    public var mismatches: Int

    public init(
        id: String, scope: ProjectScope, purpose: ActionCodePurpose, account: AccountID?, email: EmailAddress?,
        newEmail: EmailAddress?, target: Target, digits: Data?, sealedLink: Data?, createdAt: Timestamp, expiresAt: Timestamp,
        spentAt: Timestamp? = nil, mismatches: Int = 0
    ) {
        self.id = id
        self.scope = scope
        self.purpose = purpose
        self.account = account
        self.email = email
        self.newEmail = newEmail
        self.target = target
        self.digits = digits
        self.sealedLink = sealedLink
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.spentAt = spentAt
        self.mismatches = mismatches
    }

    /// The mailbox that the mail went to.
    public var recipient: EmailAddress? { purpose == .verifyAndChangeEmail ? newEmail : email }

    /// Whether the code leads anywhere at all: a reset for an email without an account does not, and nobody is told.
    public var leadsNowhere: Bool { account == nil && purpose != .signIn }

    /// Requires that the code can be used now.
    ///
    /// - Throws: ``AuthError/expiredActionCode``, ``AuthError/invalidActionCode``.
    public func requireOpen(now: Timestamp) throws(AuthError) {
        guard spentAt == nil, !leadsNowhere else { throw .invalidActionCode }
        guard now < expiresAt else { throw .expiredActionCode }
    }
}
