public import Foundation

/// A sign-in whose first factor was good and whose second is awaited; its holder has `mfaPendingCredential`.
public struct PendingSignIn: Hashable, Sendable {
    /// How long it waits, in seconds.
    public static let lifetimeSeconds: Int64 = 600
    /// How many of one account wait at a time; a new one ends the oldest.
    public static let mostOfAnAccount = 10

    /// SHA-256 of the `mfaPendingCredential`, in base64url.
    public let id: String
    public let scope: ProjectScope
    public let account: AccountID
    /// How the first factor was given.
    public let firstFactor: ProviderID
    /// What the account's ways in were then; see ``Account/waysIn``.
    public let waysIn: String
    public let expiresAt: Timestamp
    /// Wrong codes so far.
    public var failures: Int

    public init(
        id: String, scope: ProjectScope, account: AccountID, firstFactor: ProviderID, waysIn: String, expiresAt: Timestamp,
        failures: Int = 0
    ) {
        self.id = id
        self.scope = scope
        self.account = account
        self.firstFactor = firstFactor
        self.waysIn = waysIn
        self.expiresAt = expiresAt
        self.failures = failures
    }

    /// Requires that the sign-in can still be finished.
    ///
    /// - Parameter account: Its account as it is now, or `nil` if it is gone.
    /// - Throws: ``AuthError/invalidPendingSignIn``, also once anything has changed about how the account is signed in to;
    ///   ``AuthError/userDisabled``.
    public func requireOpen(for account: Account?, now: Timestamp) throws(AuthError) -> Account {
        guard let account, now < expiresAt, failures < SecondFactorGuessing.mostOfASignIn else { throw .invalidPendingSignIn }
        guard !account.isDisabled else { throw .userDisabled }
        guard account.waysIn == waysIn else { throw .invalidPendingSignIn }
        return account
    }
}

/// An authenticator app's secret that was shown and has not been proven yet.
public struct SecondFactorEnrollment: Hashable, Sendable {
    /// How long it can be finished, in seconds.
    public static let lifetimeSeconds: Int64 = 600
    /// How many of one account can be open at a time; a new one ends the oldest.
    public static let mostOfAnAccount = 3

    /// SHA-256 of the `sessionInfo`, in base64url.
    public let id: String
    public let scope: ProjectScope
    public let account: AccountID
    public let sealedSecret: Data
    public let expiresAt: Timestamp
    /// Wrong codes so far.
    public var failures: Int

    public init(
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
    /// Everything that signs in to the account, as one text: whatever changes there ends the sign-ins that wait.
    public var waysIn: String {
        // A hash that was made anew of the same password keeps its time.
        let password = password.map { String($0.updatedAt.milliseconds) } ?? "-"
        let identities = identities.map { "\($0.key.provider.value)\u{2}\($0.key.issuer)\u{2}\($0.key.subject)" }.sorted()
        let factors = secondFactors.map(\.id.value).sorted()
        let parts =
            [String(generation), email?.value ?? "-", hasEmailLink ? "link" : "-", phone?.value ?? "-", password]
            + identities + ["factors"] + factors
        return parts.joined(separator: "\u{1}")
    }
}
