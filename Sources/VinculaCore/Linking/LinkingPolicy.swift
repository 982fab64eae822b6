/// Decides what a verified credential does: the heart of Vincula.
///
/// A total function of facts, without clock, store or randomness. The rules are numbered as in `Documentation/Design.md` §4.
package enum LinkingPolicy {
    /// Decides on a verified credential.
    package static func decide(_ facts: LinkingFacts) -> LinkingDecision { explain(facts).decision }

    /// Decides, and explains by which rule and why.
    package static func explain(_ facts: LinkingFacts) -> LinkingExplanation {
        switch facts.intent {
        case .signIn: signIn(facts)
        case .link(let account): link(facts, to: account)
        case .reauthenticate(let account): reauthenticate(facts, as: account)
        }
    }

    private static func signIn(_ facts: LinkingFacts) -> LinkingExplanation {
        if let holder = facts.identityHolder {
            guard !holder.isDisabled else { return disabled(rule: 1, holder) }
            return LinkingExplanation(
                rule: 1, .open(holder.id),
                "This identity belongs to account \(holder.id), which keeps its own email, whatever the provider says now.")
        }
        guard facts.oneAccountPerEmail, let holder = facts.emailHolder, let email = facts.presented.email else {
            return create(facts)
        }
        guard facts.presented.ownership == .proven else {
            return LinkingExplanation(
                rule: 5, .refuse(.needsConfirmation(by: holder.id)),
                """
                \(email) belongs to account \(holder.id), and \(facts.presented.key.provider) only claims that it is this \
                person's. They must sign in to that account first; the credential can be linked to it within 15 minutes.
                """)
        }
        guard holder.secondFactors.isEmpty else {
            return LinkingExplanation(
                rule: 5, .refuse(.needsConfirmation(by: holder.id)),
                """
                \(email) belongs to account \(holder.id), which has second factors: a mailbox alone is not enough. They must \
                sign in to that account first; the credential can be linked to it within 15 minutes.
                """)
        }
        guard !holder.isDisabled else { return disabled(rule: holder.emailVerified ? 3 : 4, holder) }
        guard holder.emailVerified || !holder.hasCustomToken else {
            guard facts.signUpAllowed else { return create(facts) }
            return LinkingExplanation(rule: 4, .create(.take(verified: true)), Self.released(email, holder))
        }
        guard holder.emailVerified else {
            return LinkingExplanation(
                rule: 4, .purgeAndJoin(holder.id),
                """
                The person owns \(email), which was never proven for account \(holder.id). Whoever created that account could \
                have left a password, an identity, a phone or a session: all of that is removed, and the identity is linked.
                """)
        }
        let recycled = holder.identity(of: facts.presented.key.provider) != nil
        return LinkingExplanation(
            rule: 3, .join(holder.id, email: .keep, recycled: recycled),
            recycled
                ? """
                \(email) is proven on both sides, and account \(holder.id) has another identity of \
                \(facts.presented.key.provider): the provider gave the address to somebody else. The new identity replaces the \
                old one, and earlier sessions end.
                """
                : "\(email) is proven on both sides: the identity joins account \(holder.id), which keeps everything it has.")
    }

    /// The reason why an account loses an address that it has unproven.
    static func released(_ email: EmailAddress, _ holder: Account) -> String {
        """
        The person owns \(email), which was never proven for account \(holder.id). The project's own server signs somebody in to \
        that account by custom tokens, so a purge could not make it this person's: it loses the address, and a new account is \
        created.
        """
    }

    private static func create(_ facts: LinkingFacts) -> LinkingExplanation {
        guard facts.signUpAllowed else {
            return LinkingExplanation(
                rule: 2, .refuse(.signUpNotAllowed), "No account has this identity, and sign-up is closed to end users.")
        }
        guard facts.oneAccountPerEmail, facts.presented.email != nil else {
            return LinkingExplanation(
                rule: 2, .create(.keep), "No account has this identity: a new one is created. The email stays in the identity.")
        }
        let proven = facts.presented.ownership == .proven
        return LinkingExplanation(
            rule: 2, .create(.take(verified: proven)),
            "No account has this identity or its email: a new one is created, with its email \(proven ? "verified" : "unverified")."
        )
    }

    private static func link(_ facts: LinkingFacts, to account: Account) -> LinkingExplanation {
        guard !account.isDisabled else { return disabled(rule: 8, account) }
        let provider = facts.presented.key.provider
        if let holder = facts.identityHolder {
            return LinkingExplanation(
                rule: 6, .refuse(.alreadyLinked(to: holder.id)),
                holder.id == account.id
                    ? "Account \(account.id) already has this identity."
                    : "This identity belongs to account \(holder.id); it cannot also belong to \(account.id).")
        }
        if facts.oneAccountPerEmail, let holder = facts.emailHolder, holder.id != account.id {
            return LinkingExplanation(
                rule: 7, .refuse(.emailExists(at: holder.id)),
                "The identity's email belongs to account \(holder.id), not to \(account.id).")
        }
        let replaced = account.identity(of: provider)
        if replaced != nil, !facts.replacesOwn {
            return LinkingExplanation(
                rule: 9, .refuse(.providerAlreadyLinked),
                "Account \(account.id) has another identity of \(provider); unlink it first.")
        }
        let adoption = emailAdoption(facts, by: account)
        let effect =
            switch adoption {
            case .keep: "The account's email stays as it is."
            case .take(let verified): "It had no email and takes the identity's, as \(verified ? "verified" : "unverified")."
            case .verify: "It has the same email, which is now proven."
            }
        return LinkingExplanation(
            rule: 8, .join(account.id, email: adoption, recycled: false),
            replaced == nil
                ? "The identity joins account \(account.id). \(effect)"
                : "The identity replaces that of \(provider) which account \(account.id) has. \(effect)")
    }

    private static func emailAdoption(_ facts: LinkingFacts, by account: Account) -> EmailAdoption {
        guard facts.oneAccountPerEmail, let email = facts.presented.email else { return .keep }
        let proven = facts.presented.ownership == .proven
        guard let own = account.email else { return .take(verified: proven) }
        return proven && own == email && !account.emailVerified ? .verify : .keep
    }

    private static func reauthenticate(_ facts: LinkingFacts, as account: Account?) -> LinkingExplanation {
        guard let holder = facts.identityHolder else {
            return LinkingExplanation(
                rule: 11, .refuse(.userNotFound),
                "No account has this identity, and reauthentication never creates one.")
        }
        if let account, account.id != holder.id {
            return LinkingExplanation(
                rule: 11, .refuse(.userMismatch), "This identity belongs to \(holder.id), not to \(account.id).")
        }
        guard !holder.isDisabled else { return disabled(rule: 10, holder) }
        return LinkingExplanation(rule: 10, .open(holder.id), "Account \(holder.id) has this identity: it gets a new session.")
    }

    private static func disabled(rule: Int, _ account: Account) -> LinkingExplanation {
        LinkingExplanation(rule: rule, .refuse(.disabled), "Account \(account.id) is disabled; nobody can sign in to it.")
    }
}

/// A decision with its reason.
package struct LinkingExplanation: Hashable, Sendable {
    /// The row of the table in `Documentation/Design.md` §4.
    package let rule: Int
    package let decision: LinkingDecision
    /// The reason, as text for people.
    package let reason: String

    init(rule: Int, _ decision: LinkingDecision, _ reason: String) {
        self.rule = rule
        self.decision = decision
        self.reason = reason
    }
}
