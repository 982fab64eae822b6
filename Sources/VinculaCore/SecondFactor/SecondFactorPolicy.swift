/// The rules for adding a second factor to an account, and for removing one.
package enum SecondFactorPolicy {
    /// Indicates whether a first factor can be combined with a second: it must prove who somebody is, and allow them to sign
    /// in again.
    ///
    /// A phone that signs in by itself is no match for a second one; anonymous people could never sign in again; a custom
    /// token is the word of the project's own server, which makes its own checks; the response for Game Center has no field
    /// for it (Identity Platform refuses the same four).
    package static func goesWith(_ firstFactor: ProviderID) -> Bool {
        ![.anonymous, .phone, .custom, .gameCenter].contains(firstFactor)
    }

    /// Checks that a person may add a factor now.
    ///
    /// The address must be proven first; otherwise somebody who creates an account with another's address could lock its
    /// owner out (Documentation/Threats.md, T005). If the account has factors, one of them must have been given; otherwise
    /// somebody who only has the first factor could add their own.
    ///
    /// - Parameters:
    ///   - account: The account as it is now.
    ///   - firstFactor: The provider that the session's person signed in with.
    ///   - secondFactor: The factor that they gave then, if any.
    ///   - phone: The number, if the new factor is a phone.
    ///   - settings: The project's settings.
    /// - Throws: ``AuthError/operationNotAllowed(_:)``, ``AuthError/unsupportedFirstFactor``, ``AuthError/unverifiedEmail``,
    ///   ``AuthError/credentialTooOld`` in a session without a second factor, ``AuthError/secondFactorExists``,
    ///   ``AuthError/secondFactorLimitExceeded``.
    package static func checkAddition(
        to account: Account, firstFactor: ProviderID, secondFactor: SecondFactorID?, phone: PhoneNumber? = nil,
        settings: SecondFactorSettings
    ) throws(AuthError) {
        if phone == nil {
            guard settings.authenticatorsEnabled else { throw .operationNotAllowed("TOTP based MFA not enabled.") }
        } else {
            guard settings.phonesEnabled else { throw .operationNotAllowed("SMS based MFA not enabled.") }
        }
        guard goesWith(firstFactor) else { throw .unsupportedFirstFactor }
        guard account.email != nil, account.emailVerified else { throw .unverifiedEmail }
        try checkSession(of: account, secondFactor: secondFactor)
        guard phone == nil || !account.secondFactors.contains(where: { $0.phone == phone }) else { throw .secondFactorExists }
        guard account.secondFactors.count < SecondFactor.mostOfAnAccount else { throw .secondFactorLimitExceeded }
    }

    /// Checks that a person may remove a factor now.
    ///
    /// - Throws: ``AuthError/secondFactorNotFound``, ``AuthError/credentialTooOld`` in a session without a second factor.
    package static func checkRemoval(
        of id: SecondFactorID, from account: Account, secondFactor: SecondFactorID?
    ) throws(AuthError) {
        guard account.secondFactors.contains(where: { $0.id == id }) else { throw .secondFactorNotFound }
        try checkSession(of: account, secondFactor: secondFactor)
    }

    /// Checks a person's own change to the address of their account.
    ///
    /// - Throws: ``AuthError/secondFactorNeedsVerifiedEmail`` for an unproven address, and for none: an unproven mailbox
    ///   would be a way around the factors.
    package static func checkAddress(of account: Account, from old: Account) throws(AuthError) {
        guard !account.secondFactors.isEmpty, account.email != old.email else { return }
        guard account.email != nil, account.emailVerified else { throw .secondFactorNeedsVerifiedEmail }
    }

    /// Checks that a person may get a new set of recovery codes now.
    ///
    /// - Throws: ``AuthError/secondFactorNotFound`` for an account without a factor that they could stand in for,
    ///   ``AuthError/credentialTooOld`` in a session without a second factor.
    package static func checkRecoveryCodes(of account: Account, secondFactor: SecondFactorID?) throws(AuthError) {
        guard !account.secondFactors.isEmpty else { throw .secondFactorNotFound }
        try checkSession(of: account, secondFactor: secondFactor)
    }

    /// Checks that a session may change how an account with factors is signed in to: it must have given a factor that still
    /// exists, or a recovery code of the present set.
    ///
    /// - Throws: ``AuthError/credentialTooOld``.
    package static func checkSession(of account: Account, secondFactor: SecondFactorID?) throws(AuthError) {
        guard !account.secondFactors.isEmpty else { return }
        guard let secondFactor, account.counts(secondFactor) else { throw .credentialTooOld }
    }
}
