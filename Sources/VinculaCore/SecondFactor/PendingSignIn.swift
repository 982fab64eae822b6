package import Foundation

/// A sign-in whose first factor was correct and that waits for the second; the client holds `mfaPendingCredential`.
package struct PendingSignIn: Hashable, Sendable {
    /// The time it waits, in seconds.
    package static let lifetimeSeconds: Int64 = 600
    /// The number of sign-ins of one account that may wait at a time; a new one ends the oldest.
    package static let mostOfAnAccount = 10

    /// SHA-256 of the `mfaPendingCredential`, in base64url.
    package let id: String
    package let scope: ProjectScope
    package let account: AccountID
    /// The provider of the first factor.
    package let firstFactor: ProviderID
    /// True if the first factor was a mailed link.
    package let isByMail: Bool
    /// What the provider of the first factor said about the person.
    package let attributes: SignInAttributes?
    /// The account's ways in at that time; see ``Account/waysIn``.
    package let waysIn: String
    package let expiresAt: Timestamp
    /// The number of wrong codes so far.
    package var failures: Int
    /// The key that the request with the first factor proved; whoever finishes the sign-in must hold it.
    package let key: KeyThumbprint?

    package init(
        id: String, scope: ProjectScope, account: AccountID, firstFactor: ProviderID, isByMail: Bool = false,
        attributes: SignInAttributes? = nil, waysIn: String, expiresAt: Timestamp, failures: Int = 0,
        key: KeyThumbprint? = nil
    ) {
        self.id = id
        self.scope = scope
        self.account = account
        self.firstFactor = firstFactor
        self.isByMail = isByMail
        self.attributes = attributes
        self.waysIn = waysIn
        self.expiresAt = expiresAt
        self.failures = failures
        self.key = key
    }

    /// Checks that the sign-in can still be finished.
    ///
    /// - Parameters:
    ///   - account: Its account as it is now, or `nil` if it no longer exists.
    ///   - now: The current time.
    /// - Throws: ``AuthError/invalidPendingSignIn``, also if anything about how the account is signed in to has changed;
    ///   ``AuthError/userDisabled``.
    package func requireOpen(for account: Account?, now: Timestamp) throws(AuthError) -> Account {
        guard let account, now < expiresAt, failures < SecondFactorGuessing.mostOfASignIn else { throw .invalidPendingSignIn }
        guard !account.isDisabled else { throw .userDisabled }
        guard account.waysIn == waysIn else { throw .invalidPendingSignIn }
        return account
    }
}

/// An authenticator app's secret that was shown but not yet confirmed.
package struct SecondFactorEnrollment: Hashable, Sendable {
    /// The time within which it can be finished, in seconds.
    package static let lifetimeSeconds: Int64 = 600
    /// The number of enrolments of one account that may be open at a time; a new one ends the oldest.
    package static let mostOfAnAccount = 3

    /// SHA-256 of the `sessionInfo`, in base64url.
    package let id: String
    package let scope: ProjectScope
    package let account: AccountID
    package let sealedSecret: Data
    package let expiresAt: Timestamp
    /// The number of wrong codes so far.
    package var failures: Int

    package init(
        id: String, scope: ProjectScope, account: AccountID, sealedSecret: Data, expiresAt: Timestamp, failures: Int = 0
    ) {
        self.id = id
        self.scope = scope
        self.account = account
        self.sealedSecret = sealedSecret
        self.expiresAt = expiresAt
        self.failures = failures
    }
}

extension Account {
    /// Everything that signs in to the account, as one text: any change to it ends the pending sign-ins.
    package var waysIn: String {
        // A new hash of the same password keeps its time.
        let password = password.map { String($0.updatedAt.milliseconds) } ?? "-"
        let identities = identities.map { "\($0.key.provider.value)\u{2}\($0.key.issuer)\u{2}\($0.key.subject)" }.sorted()
        let factors = secondFactors.map(\.id.value).sorted() + (recoveryCodes.map { [$0.id.value] } ?? [])
        let parts =
            [String(generation), email?.value ?? "-", hasEmailLink ? "link" : "-", password]
            + identities + ["factors"] + factors
        return parts.joined(separator: "\u{1}")
    }
}
