/// Who may add a second factor to an account, and who may take one off.
public enum SecondFactorPolicy {
    /// The first factors that a second one goes with: those that prove who somebody is, and lead back to the account.
    ///
    /// Phones are second factors themselves; anonymous people could never sign in again; a custom token is the word of the
    /// project's own server, which asks for what it wants; the answer to Game Center has no place for it (Identity Platform
    /// refuses the same four).
    public static func goesWith(_ firstFactor: ProviderID) -> Bool {
        ![.anonymous, .phone, .custom, .gameCenter].contains(firstFactor)
    }

    /// Checks that a person may add a factor now.
    ///
    /// A proven address comes first, or else somebody who makes an account with another's address could lock its owner out
    /// (Documentation/Threats.md, T005). Where there are factors, one of them must have been given: or else who has the first
    /// factor alone would add their own.
    ///
    /// - Parameters:
    ///   - account: The account as it is now.
    ///   - firstFactor: How the session's person signed in.
    ///   - secondFactor: The factor that they gave then, if any.
    ///   - settings: The project's.
    /// - Throws: ``AuthError/operationNotAllowed(_:)``, ``AuthError/unsupportedFirstFactor``, ``AuthError/unverifiedEmail``,
    ///   ``AuthError/credentialTooOld`` in a session without a second factor, ``AuthError/secondFactorLimitExceeded``.
    public static func checkAddition(
        to account: Account, firstFactor: ProviderID, secondFactor: SecondFactorID?, settings: SecondFactorSettings
    ) throws(AuthError) {
        guard settings.authenticatorsEnabled else { throw .operationNotAllowed("TOTP based MFA not enabled.") }
        guard goesWith(firstFactor) else { throw .unsupportedFirstFactor }
        guard account.email != nil, account.emailVerified else { throw .unverifiedEmail }
        try checkSession(of: account, secondFactor: secondFactor)
        guard account.secondFactors.count < SecondFactor.mostOfAnAccount else { throw .secondFactorLimitExceeded }
    }

    /// Checks that a person may take a factor off now.
    ///
    /// - Throws: ``AuthError/secondFactorNotFound``, ``AuthError/credentialTooOld`` in a session without a second factor.
    public static func checkRemoval(
        of id: SecondFactorID, from account: Account, secondFactor: SecondFactorID?
    ) throws(AuthError) {
        guard account.secondFactors.contains(where: { $0.id == id }) else { throw .secondFactorNotFound }
        try checkSession(of: account, secondFactor: secondFactor)
    }

    /// Checks an address that a person's own change gives an account, or takes from it.
    ///
    /// - Throws: ``AuthError/secondFactorNeedsVerifiedEmail`` for one that nobody proved, and for none: a mailbox that nobody
    ///   proved would lead past the factors.
    public static func checkAddress(of account: Account, from old: Account) throws(AuthError) {
        guard !account.secondFactors.isEmpty, account.email != old.email else { return }
        guard account.email != nil, account.emailVerified else { throw .secondFactorNeedsVerifiedEmail }
    }

    /// Checks that a session may change how an account with factors is signed in to: one that gave a factor which is still there.
    ///
    /// - Throws: ``AuthError/credentialTooOld``.
    public static func checkSession(of account: Account, secondFactor: SecondFactorID?) throws(AuthError) {
        guard !account.secondFactors.isEmpty else { return }
        guard let secondFactor, account.secondFactors.contains(where: { $0.id == secondFactor }) else {
            throw .credentialTooOld
        }
    }
}
