/// What the owner of an account is told by mail because it was changed, whoever changed it.
public enum SecurityNotice: Hashable, Sendable {
    /// The address changed, or is gone: a mail to the old one.
    ///
    /// - Parameter isProven: Whether somebody proved to own the old one, and the account's own person changed it: then whoever
    ///   reads the old one's mail may take the change back.
    case emailChanged(from: EmailAddress, to: EmailAddress?, isProven: Bool)
    case passwordChanged(EmailAddress)
    case signInMethodAdded(ProviderID, EmailAddress)
    case signInMethodRemoved(ProviderID, EmailAddress)
    /// The mail takes it off again, which is why it goes to a proven address alone.
    case secondFactorAdded(SecondFactor, EmailAddress)
    case secondFactorRemoved(SecondFactor, EmailAddress)

    /// The notices that a change is worth.
    ///
    /// What an administrator does is the administrator's to tell, except a new address, which could hide all the rest; and it
    /// cannot be taken back from a mailbox that the administrator took the account away from.
    ///
    /// - Parameters:
    ///   - old: The account before.
    ///   - account: The account after.
    ///   - byOwner: Whether the caller acted as the account's owner.
    public static func of(_ account: Account, from old: Account, byOwner: Bool) -> [SecurityNotice] {
        guard let address = old.email else { return [] }
        var notices: [SecurityNotice] = []
        if account.email != address {
            notices.append(.emailChanged(from: address, to: account.email, isProven: old.emailVerified && byOwner))
        }
        // Of an address that is unproven nobody knows that it is the owner's: it learns of its own change and of nothing else.
        guard byOwner, old.emailVerified else { return notices }
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
        if old.phone != account.phone {
            notices.append(account.phone == nil ? .signInMethodRemoved(.phone, address) : .signInMethodAdded(.phone, address))
        }
        let factors = (before: old.secondFactors.map(\.id), after: account.secondFactors.map(\.id))
        notices += old.secondFactors.filter { !factors.after.contains($0.id) }.map { .secondFactorRemoved($0, address) }
        notices += account.secondFactors.filter { !factors.before.contains($0.id) }.map { .secondFactorAdded($0, address) }
        return notices
    }
}
