/// What the owner of an account is told by mail because it was changed, whoever changed it.
public enum SecurityNotice: Hashable, Sendable {
    /// The address changed: a mail to the old one.
    ///
    /// - Parameter isProven: Whether somebody proved to own the old one, so that they may take the change back.
    case emailChanged(from: EmailAddress, to: EmailAddress?, isProven: Bool)
    case passwordChanged(EmailAddress)
    case signInMethodRemoved(ProviderID, EmailAddress)

    /// The notices that a change is worth.
    ///
    /// What an administrator does is the administrator's to tell, except a new address, which could hide all the rest.
    ///
    /// - Parameters:
    ///   - old: The account before.
    ///   - account: The account after.
    ///   - byOwner: Whether the caller acted as the account's owner.
    public static func of(_ account: Account, from old: Account, byOwner: Bool) -> [SecurityNotice] {
        guard let address = old.email else { return [] }
        var notices: [SecurityNotice] = []
        if account.email != address {
            notices.append(.emailChanged(from: address, to: account.email, isProven: old.emailVerified))
        }
        guard byOwner else { return notices }
        // Of an address that is unproven nobody knows that it is the owner's: it learns of its own change and of nothing else.
        guard old.emailVerified else { return notices }
        if old.password != nil, account.hasOtherPassword(than: old) {
            notices.append(account.password == nil ? .signInMethodRemoved(.password, address) : .passwordChanged(address))
        }
        let kept = account.identities.map(\.key)
        notices += old.identities.map(\.key).filter { !kept.contains($0) }.map { .signInMethodRemoved($0.provider, address) }
        if old.phone != nil, account.phone == nil { notices.append(.signInMethodRemoved(.phone, address)) }
        return notices
    }
}
