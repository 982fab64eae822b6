/// A mail that informs the owner of an account about a change, whoever made it.
package enum SecurityNotice: Hashable, Sendable {
    /// The address was changed or removed: a mail to the old one.
    ///
    /// - Parameter isProven: `true` if ownership of the old address had been proven and the account's own person changed it:
    ///   in that case whoever reads the old address's mail may revert the change.
    case emailChanged(from: EmailAddress, to: EmailAddress?, isProven: Bool)
    case passwordChanged(EmailAddress)
    case signInMethodAdded(ProviderID, EmailAddress)
    case signInMethodRemoved(ProviderID, EmailAddress)
    /// The mail can remove it again, which is why it only goes to a proven address.
    case secondFactorAdded(SecondFactor, EmailAddress)
    case secondFactorRemoved(SecondFactor, EmailAddress)
    /// The mail can remove them again.
    case recoveryCodesMade(EmailAddress)

    /// The notices for a change.
    ///
    /// Administrators inform users of their own changes, except for a new address, which could hide everything else, and for
    /// the removal of a second factor, which weakens the account. The change of an address cannot be reverted from a mailbox
    /// that the administrator took the account away from.
    ///
    /// - Parameters:
    ///   - old: The account before the change.
    ///   - account: The account after the change.
    ///   - byOwner: `true` if the caller acted as the account's owner.
    package static func of(_ account: Account, from old: Account, byOwner: Bool) -> [SecurityNotice] {
        guard let address = old.email else { return [] }
        var notices: [SecurityNotice] = []
        if account.email != address {
            notices.append(.emailChanged(from: address, to: account.email, isProven: old.emailVerified && byOwner))
        }
        // An unproven address may not be the owner's: it is informed of its own change and of nothing else.
        guard old.emailVerified else { return notices }
        let factors = (before: old.secondFactors.map(\.id), after: account.secondFactors.map(\.id))
        let removed = old.secondFactors.filter { !factors.after.contains($0.id) }.map {
            SecurityNotice.secondFactorRemoved($0, address)
        }
        guard byOwner else { return notices + removed }
        if old.password != nil, account.password != nil, account.hasOtherPassword(than: old) {
            notices.append(.passwordChanged(address))
        } else if old.hasPasswordProvider, !account.hasPasswordProvider {
            notices.append(.signInMethodRemoved(.password, address))
        } else if old.password == nil, account.password != nil {
            notices.append(.signInMethodAdded(.password, address))
        }
        let (before, after) = (old.identities.map(\.key), account.identities.map(\.key))
        notices += before.filter { !after.contains($0) }.map { .signInMethodRemoved($0.provider, address) }
        notices += after.filter { !before.contains($0) }.map { .signInMethodAdded($0.provider, address) }
        notices += removed
        notices += account.secondFactors.filter { !factors.before.contains($0.id) }.map { .secondFactorAdded($0, address) }
        if let set = account.recoveryCodes, set.id != old.recoveryCodes?.id { notices.append(.recoveryCodesMade(address)) }
        return notices
    }
}
