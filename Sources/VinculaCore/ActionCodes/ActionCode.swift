package import Foundation

/// A mailed one-time secret, as stored: the secret itself is not part of it.
package struct ActionCode: Hashable, Sendable {
    /// The number of wrong addresses, or wrong digits, after which a code ends.
    package static let mostMismatches = 5
    /// The time that a code is kept after it is over, in seconds, so that its link can say why it no longer works.
    package static let remembersSeconds: Int64 = 7 * 24 * 3600

    /// The page that follows once the code has been used, and the other fields of the request for it.
    package struct Target: Hashable, Sendable, Codable {
        /// Checked against the project's authorised domains.
        package var continueURL: String?
        /// True if the app opens the link itself.
        package var opensInApp = false
        package var iosBundleID: String?
        package var androidPackage: String?
        /// True if Android users who do not have the app, or have an old version, are offered it.
        package var offersAndroidApp: Bool?
        /// The host of the link, if it is not the server's own.
        package var linkDomain: String?
        package var language: Language?
        /// The API key of the request, which clients expect in the link. It is not stored.
        package var apiKey: String?
        /// The network address of the request.
        package var requestedFrom: String?
        /// The account's identities before a change, without those that a thief may have added: what a recovery keeps.
        package var identitiesBefore: [IdentityKey]?
        /// The account's second factors before a change that a mail could no longer remove; `nil` in codes of versions that
        /// did not record them.
        package var secondFactorsBefore: [SecondFactorID]?
        /// The second factor that the code removes.
        package var secondFactor: SecondFactorID?
        /// True if that is a phone; `nil` in codes of versions without them.
        package var isPhoneFactor: Bool?
        /// The account's recovery codes before a change, if a mail could no longer remove them.
        package var recoveryCodesBefore: SecondFactorID?
        /// The way in that the code removes.
        package var addedIdentity: IdentityKey?
        /// The way in that the code restores.
        package var removedIdentity: RemovedIdentity?
        /// The fingerprint of the device that the code makes unknown again.
        package var device: Data?

        private enum CodingKeys: String, CodingKey {
            case continueURL, opensInApp, iosBundleID, androidPackage, offersAndroidApp, linkDomain, language, requestedFrom
            case identitiesBefore, secondFactorsBefore, secondFactor, isPhoneFactor, recoveryCodesBefore
            case addedIdentity, removedIdentity, device
        }

        package init() {}

        /// The target for a follow-up code, without what this code reverts.
        package var onwards: Target {
            var target = self
            target.identitiesBefore = nil
            target.secondFactorsBefore = nil
            target.secondFactor = nil
            target.isPhoneFactor = nil
            target.recoveryCodesBefore = nil
            target.addedIdentity = nil
            target.removedIdentity = nil
            target.device = nil
            return target
        }
    }

    /// SHA-256 of the code, in base64url.
    package let id: String
    package let scope: ProjectScope
    package let purpose: ActionCodePurpose
    /// The account that the code is for; `nil` for a sign-in link that may create an account, and for a reset of an unknown
    /// address.
    package let account: AccountID?
    /// The mailbox that the code was sent to, or the account's own email where it went to ``newEmail``; for
    /// ``ActionCodePurpose/recoverEmail`` the email to restore. `nil` only for an account that has no email yet.
    package let email: EmailAddress?
    /// The account's new email: still to be set, or already set.
    package let newEmail: EmailAddress?
    package let target: Target
    /// A fingerprint of the six digits that can be used instead of the code; `nil` if there are none, or after too many
    /// wrong ones.
    package let digits: Data?
    /// The sealed link; kept only by development servers, whose control paths show it.
    package let sealedLink: Data?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// The time at which the code was used, or was ended by something else.
    package var spentAt: Timestamp?
    /// The number of wrong addresses so far.
    package var mismatches: Int

    package init(
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
    package var recipient: EmailAddress? { purpose == .verifyAndChangeEmail ? newEmail : email }

    /// True if the code cannot do anything: a reset for an email without an account. The requester is not told.
    package var leadsNowhere: Bool { account == nil && purpose != .signIn }

    /// Checks that the code can be used now.
    ///
    /// - Throws: ``AuthError/expiredActionCode``, ``AuthError/invalidActionCode``.
    package func requireOpen(now: Timestamp) throws(AuthError) {
        guard spentAt == nil, !leadsNowhere else { throw .invalidActionCode }
        guard now < expiresAt else { throw .expiredActionCode }
    }
}
