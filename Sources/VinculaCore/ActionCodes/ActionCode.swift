public import Foundation

/// A mailed one-time secret, as stored: the secret itself is not part of it.
public struct ActionCode: Hashable, Sendable {
    /// The number of wrong addresses, or wrong digits, after which a code ends.
    public static let mostMismatches = 5
    /// The time that a code is kept after it is over, in seconds, so that its link can say why it no longer works.
    public static let remembersSeconds: Int64 = 7 * 24 * 3600

    /// The page that follows once the code has been used, and the other fields of the request for it.
    public struct Target: Hashable, Sendable, Codable {
        /// Checked against the project's authorised domains.
        public var continueURL: String?
        /// True if the app opens the link itself.
        public var opensInApp = false
        public var iosBundleID: String?
        public var androidPackage: String?
        /// True if Android users who do not have the app, or have an old version, are offered it.
        public var offersAndroidApp: Bool?
        /// The host of the link, if it is not the server's own.
        public var linkDomain: String?
        public var language: Language?
        /// The API key of the request, which clients expect in the link. It is not stored.
        public var apiKey: String?
        /// The network address of the request.
        public var requestedFrom: String?
        /// The account's identities and phone before a change, without those that a thief may have added: what a recovery
        /// keeps.
        public var identitiesBefore: [IdentityKey]?
        public var phoneBefore: String?
        /// The account's second factors before a change that a mail could no longer remove; `nil` in codes of versions that
        /// did not record them.
        public var secondFactorsBefore: [SecondFactorID]?
        /// The second factor that the code removes.
        public var secondFactor: SecondFactorID?
        /// The way in that the code removes.
        public var addedIdentity: IdentityKey?

        private enum CodingKeys: String, CodingKey {
            case continueURL, opensInApp, iosBundleID, androidPackage, offersAndroidApp, linkDomain, language, requestedFrom
            case identitiesBefore, phoneBefore, secondFactorsBefore, secondFactor, addedIdentity
        }

        public init() {}

        /// The target for a follow-up code, without what this code reverts.
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
    /// The account that the code is for; `nil` for a sign-in link that may create an account, and for a reset of an unknown
    /// address.
    public let account: AccountID?
    /// The mailbox that the code was sent to, or the account's own email where it went to ``newEmail``; for
    /// ``ActionCodePurpose/recoverEmail`` the email to restore. `nil` only for an account that has no email yet.
    public let email: EmailAddress?
    /// The account's new email: still to be set, or already set.
    public let newEmail: EmailAddress?
    public let target: Target
    /// A fingerprint of the six digits that can be used instead of the code; `nil` if there are none, or after too many
    /// wrong ones.
    public let digits: Data?
    /// The sealed link; kept only by development servers, whose control paths show it.
    public let sealedLink: Data?
    public let createdAt: Timestamp
    public let expiresAt: Timestamp
    /// The time at which the code was used, or was ended by something else.
    public var spentAt: Timestamp?
    /// The number of wrong addresses so far.
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

    /// The mailbox that the mail was sent to.
    public var recipient: EmailAddress? { purpose == .verifyAndChangeEmail ? newEmail : email }

    /// True if the code cannot do anything: a reset for an email without an account. The requester is not told.
    public var leadsNowhere: Bool { account == nil && purpose != .signIn }

    /// Checks that the code can be used now.
    ///
    /// - Throws: ``AuthError/expiredActionCode``, ``AuthError/invalidActionCode``.
    public func requireOpen(now: Timestamp) throws(AuthError) {
        guard spentAt == nil, !leadsNowhere else { throw .invalidActionCode }
        guard now < expiresAt else { throw .expiredActionCode }
    }
}
