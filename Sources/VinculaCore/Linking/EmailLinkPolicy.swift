/// The effect of a link mailed to a person's own mailbox: it proves an address, so it opens the account of that address.
///
/// A total function, like ``LinkingPolicy``, with the same decisions; the rule numbers are those of its table. A password
/// and email links are two methods of one provider, so an account has them for one address only: its own.
package enum EmailLinkPolicy {
    /// Decides on a mailed link.
    ///
    /// - Parameters:
    ///   - email: The address that the link was sent to, and that the client named when it presented the link.
    ///   - linkTo: The account that the caller wants to add the address to; `nil` to sign in.
    ///   - holder: The account that has the address.
    ///   - signUpAllowed: `true` if end users may create accounts.
    package static func explain(
        _ email: EmailAddress, linkTo: Account?, holder: Account?, signUpAllowed: Bool
    ) -> LinkingExplanation {
        if let account = linkTo { return link(email, to: account, holder: holder) }
        guard let holder else {
            guard signUpAllowed else {
                return LinkingExplanation(
                    rule: 2, .refuse(.signUpNotAllowed), "No account has \(email), and sign-up is closed to end users.")
            }
            return LinkingExplanation(
                rule: 2, .create(.take(verified: true)), "No account has \(email): a new one is created, with its email verified."
            )
        }
        guard !holder.isDisabled else { return disabled(holder, rule: holder.emailVerified ? 3 : 4) }
        guard holder.emailVerified || !holder.hasCustomToken else {
            guard signUpAllowed else {
                return LinkingExplanation(
                    rule: 4, .refuse(.signUpNotAllowed), "A new account would be needed, and sign-up is closed to end users.")
            }
            return LinkingExplanation(rule: 4, .create(.take(verified: true)), LinkingPolicy.released(email, holder))
        }
        guard holder.emailVerified else {
            return LinkingExplanation(
                rule: 4, .purgeAndJoin(holder.id),
                """
                The person can read the email sent to \(email), which was never proven for account \(holder.id). Whoever created \
                that account could have left a password, an identity, a phone or a session behind: all of that is removed.
                """)
        }
        return LinkingExplanation(
            rule: 3, .join(holder.id, email: .keep, recycled: false),
            "\(email) belongs to account \(holder.id), which keeps everything it has.")
    }

    private static func link(_ email: EmailAddress, to account: Account, holder: Account?) -> LinkingExplanation {
        guard !account.isDisabled else { return disabled(account, rule: 8) }
        if let holder, holder.id != account.id {
            return LinkingExplanation(
                rule: 7, .refuse(.emailExists(at: holder.id)), "\(email) belongs to account \(holder.id), not to \(account.id).")
        }
        if account.email != email, account.password != nil || account.hasEmailLink {
            return LinkingExplanation(
                rule: 9, .refuse(.providerAlreadyLinked),
                "Account \(account.id) already signs in with another email; change that, or unlink it first.")
        }
        guard account.email == email else {
            return LinkingExplanation(
                rule: 8, .join(account.id, email: .take(verified: true), recycled: false),
                "Account \(account.id) gets the email \(email), which is proven.")
        }
        return LinkingExplanation(
            rule: 8, .join(account.id, email: .verify, recycled: false),
            "\(email) is account \(account.id)'s own address, which is now proven.")
    }

    private static func disabled(_ account: Account, rule: Int) -> LinkingExplanation {
        LinkingExplanation(rule: rule, .refuse(.disabled), "Account \(account.id) is disabled; nobody can sign in to it.")
    }
}
