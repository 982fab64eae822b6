package import VinculaCore

/// A valid credential that cannot be used for the requested purpose.
package struct Collision: Hashable, Sendable {
    package let refusal: LinkingRefusal
    /// Redeems the credential later, once, if another proof can still make it acceptable.
    package let pendingToken: String?
    /// The federated providers of the account that it collided with; empty if the project hides that.
    package let providers: [ProviderID]
}

/// The result of presenting a credential.
///
/// `Passed` is the passed first factor in the transaction of the decision, and the answer's tokens or pending sign-in after it.
package enum LinkingOutcome<Passed: Sendable>: Sendable {
    case passed(Passed, isNewUser: Bool, emailRecycled: Bool)
    case collided(Collision)

    /// The same outcome, a step later.
    func map<Next>(_ step: (Passed) throws -> Next) rethrows -> LinkingOutcome<Next> {
        switch self {
        case .passed(let passed, let isNewUser, let emailRecycled):
            .passed(try step(passed), isNewUser: isNewUser, emailRecycled: emailRecycled)
        case .collided(let collision): .collided(collision)
        }
    }
}

/// The context in which a linking decision is carried out.
struct LinkingContext: Sendable {
    let settings: ProjectSettings
    /// The session that adds a way in, if this is a link.
    let addedBy: IDTokenFacts?
    /// The token of the presented pending credential; one that collides again keeps its token and its expiry.
    let pendingToken: String?
    /// Further details that the provider reported about the person.
    var details: ProviderDetails?
    /// What the provider said, for the project's functions.
    var credential: BlockingCredential?
}

/// Carries out what ``LinkingPolicy`` decides, within the transaction that it was decided in.
struct Linker: Sendable {
    let sessions: SessionOpener
    let mail: AccountMail

    /// Carries out a decision.
    func apply(
        _ decision: LinkingDecision, _ facts: LinkingFacts, _ context: LinkingContext, _ work: Work
    ) throws -> LinkingOutcome<PassedFirstFactor> {
        let presented = facts.presented
        let provider = presented.key.provider
        var signIn = SignInFacts(
            provider: provider, attributes: SignInAttributes(context.details?.rawUserInfo, of: provider),
            credential: context.credential)
        switch decision {
        case .open(let id):
            let old = try facts.existing(id)
            var account = old
            if let index = account.identities.firstIndex(where: { $0.key == presented.key }) {
                signIn.provenAt = try account.provenAt(by: account.identities[index], now: work.now)
                let known = account.identities[index]
                account.identities[index] = presented.identity
                account.identities[index].addition = known.addition
                // Apple says it once, at the first sign-in.
                if provider == .apple, presented.profile.displayName == nil {
                    account.identities[index].profile.displayName = known.profile.displayName
                }
            }
            let opened = try sessions.passFirstFactor(for: account, from: old, by: signIn, work)
            return .passed(opened, isNewUser: false, emailRecycled: false)
        case .create(let adoption):
            // An account that had the address unproven, and that could not be purged.
            if case .take = adoption, let holder = facts.emailHolder { try work.release(holder) }
            var account = work.startAccount()
            account.identities = [presented.identity]
            account.displayName = presented.profile.displayName
            account.photoURL = presented.profile.photoURL
            account.adopt(presented.email, adoption)
            let opened = try sessions.openNewAccount(account, by: signIn, context.settings, work)
            return .passed(.opened(opened), isNewUser: true, emailRecycled: false)
        case .join(let id, let adoption, let recycled):
            let old = try facts.existing(id)
            var account = old
            if recycled {
                account.identities.removeAll { $0.key.provider == provider }
                account.displayName = presented.profile.displayName
                account.photoURL = presented.profile.photoURL
            }
            if facts.replacesOwn { account.identities.removeAll { $0.key.provider == provider } }
            let provenAt = context.addedBy.map { $0.provenAt(addingTo: old, now: work.now) } ?? work.now
            account.identities.append(presented.identity)
            // An anonymous account begins with it.
            account.identities[account.identities.endIndex - 1].addition =
                old.isAnonymous
                ? nil
                : Identity.Addition(
                    at: work.now, authTime: provenAt, isAnnounced: try mail.tellsOwner(of: old, work),
                    root: try work.session(of: context.addedBy)?.root)
            account.adopt(presented.email, adoption.limited(toSessionOf: provenAt, now: work.now))
            do {
                try SecondFactorPolicy.checkAddress(of: account, from: old)
                try work.requireNoRecovery(of: account, from: old, settings: context.settings)
            } catch is AuthError {
                // Then only the identity is linked: its email stays in it.
                account.email = old.email
                account.emailVerified = old.emailVerified
            }
            if recycled || old.isAnonymous { account.endAllSessions(now: work.now) }
            if recycled {
                work.record(.accountRecycle, account: id, details: ["provider": .string(provider.value)])
            }
            signIn.provenAt = provenAt
            let opened = try sessions.passFirstFactor(for: account, from: old, by: signIn, addedBy: context.addedBy, work)
            return .passed(opened, isNewUser: false, emailRecycled: recycled)
        case .purgeAndJoin(let id):
            let old = try facts.existing(id)
            let recycled = old.identity(of: provider) != nil
            var account = old
            account.purge(now: work.now)
            try work.purge(id)
            account.identities = [presented.identity]
            account.displayName = presented.profile.displayName
            account.photoURL = presented.profile.photoURL
            account.adopt(presented.email, .verify)
            let opened = try sessions.passFirstFactor(for: account, from: old, by: signIn, work)
            return .passed(opened, isNewUser: false, emailRecycled: recycled)
        case .refuse(let refusal):
            return .collided(try collision(refusal, facts, context, work))
        }
    }

    /// Stores the credential of a collision for later, if another proof can make it acceptable.
    private func collision(
        _ refusal: LinkingRefusal, _ facts: LinkingFacts, _ context: LinkingContext, _ work: Work
    ) throws -> Collision {
        guard let holder = refusal.holder else { return Collision(refusal: refusal, pendingToken: nil, providers: []) }
        let token = try context.pendingToken ?? work.keep(facts.presented, context.details, collidedWith: holder)
        let providers = try facts.existing(holder).federatedIdentities.map(\.key.provider)
        return Collision(refusal: refusal, pendingToken: token, providers: context.settings.emailPrivacy ? [] : providers)
    }
}

extension LinkingRefusal {
    /// The account that a credential collided with.
    fileprivate var holder: AccountID? {
        switch self {
        case .needsConfirmation(let id), .alreadyLinked(let id), .emailExists(let id): id
        case .providerAlreadyLinked, .userNotFound, .userMismatch, .disabled, .signUpNotAllowed: nil
        }
    }
}

extension LinkingFacts {
    /// The account that a decision about these facts names.
    ///
    /// - Throws: ``AuthError/userNotFound`` for an account that is not one of them.
    fileprivate func existing(_ id: AccountID) throws(AuthError) -> Account {
        var known = [identityHolder, emailHolder]
        if case .link(let account) = intent { known.append(account) }
        guard let account = known.compactMap(\.self).first(where: { $0.id == id }) else { throw .userNotFound }
        return account
    }
}
