import Foundation
public import VinculaCore
import VinculaCrypto

/// A valid credential that cannot be used for the requested purpose.
public struct Collision: Hashable, Sendable {
    public let refusal: LinkingRefusal
    /// Redeems the credential later, once, if another proof can still make it acceptable.
    public let pendingToken: String?
    /// The federated providers of the account that it collided with; empty if the project hides that.
    public let providers: [ProviderID]
}

/// The result of a linking decision, within its transaction.
enum AppliedLinking: Sendable {
    case passed(PassedFirstFactor, isNewUser: Bool, emailRecycled: Bool)
    case collided(Collision)
}

/// The context in which a linking decision is carried out.
struct LinkingContext: Sendable {
    let settings: ProjectSettings
    let scope: ProjectScope
    let now: Timestamp
    /// The session that adds a way in, if this is a link.
    let linker: IDTokenFacts?
    /// The token of the presented pending credential; one that collides again keeps its token and its expiry.
    let pendingToken: String?
    /// The provider's information apart from the presented identity.
    var told: PendingProfile?
}

extension AuthEngine {
    /// Carries out a decision.
    func apply(
        _ decision: LinkingDecision, _ facts: LinkingFacts, _ context: LinkingContext, _ transaction: any WriteTransaction
    ) throws -> AppliedLinking {
        let (scope, now) = (context.scope, context.now)
        let presented = facts.presented
        let provider = presented.key.provider
        switch decision {
        case .open(let id):
            let old = try existing(id, in: scope, transaction)
            var account = old
            var provenAt: Timestamp?
            if let index = account.identities.firstIndex(where: { $0.key == presented.key }) {
                provenAt = try account.provenAt(by: account.identities[index], now: now)
                let addition = account.identities[index].addition
                account.identities[index] = presented.identity
                account.identities[index].addition = addition
            }
            let opened = try passFirstFactor(
                for: account, from: old, provider: provider, provenAt: provenAt, in: scope, now: now, transaction)
            return .passed(opened, isNewUser: false, emailRecycled: false)
        case .create(let adoption):
            var account = newAccount(now: now)
            account.identities = [presented.identity]
            account.displayName = presented.profile.displayName
            account.photoURL = presented.profile.photoURL
            account.adopt(presented.email, adoption)
            account.lastSignInAt = now
            try transaction.insert(account, in: scope)
            let opened = try openFirstSession(for: account, provider: provider, in: scope, now: now, transaction)
            return .passed(.opened(opened), isNewUser: true, emailRecycled: false)
        case .join(let id, let adoption, let recycled):
            let old = try existing(id, in: scope, transaction)
            var account = old
            if recycled {
                account.identities.removeAll { $0.key.provider == provider }
                account.displayName = presented.profile.displayName
                account.photoURL = presented.profile.photoURL
            }
            let provenAt = context.linker.map { self.provenAt($0, addingTo: old, now: now) } ?? now
            account.identities.append(presented.identity)
            // An anonymous account begins with it.
            account.identities[account.identities.endIndex - 1].addition =
                old.isAnonymous
                ? nil : Identity.Addition(at: now, authTime: provenAt, isAnnounced: tellsOwner(of: old))
            account.adopt(presented.email, adoption.limited(toSessionOf: provenAt, now: now))
            do {
                try SecondFactorPolicy.checkAddress(of: account, from: old)
                try requireNoRecovery(of: account, from: old, settings: context.settings, in: scope, now: now, transaction)
            } catch is AuthError {
                // Then only the identity is linked: its email stays in it.
                account.email = old.email
                account.emailVerified = old.emailVerified
            }
            if recycled || old.isAnonymous { account.endAllSessions(now: now) }
            if recycled {
                transaction.record(
                    AuditEvent(.accountRecycle, in: scope, account: id, details: ["provider": .string(provider.value)]))
            }
            let opened = try passFirstFactor(
                for: account, from: old, provider: provider, linker: context.linker, provenAt: provenAt, in: scope, now: now,
                transaction)
            return .passed(opened, isNewUser: false, emailRecycled: recycled)
        case .purgeAndJoin(let id):
            let old = try existing(id, in: scope, transaction)
            let recycled = old.identity(of: provider) != nil
            var account = old
            account.purge(now: now)
            try transaction.purge(id, in: scope)
            account.identities = [presented.identity]
            account.displayName = presented.profile.displayName
            account.photoURL = presented.profile.photoURL
            account.adopt(presented.email, .verify)
            let opened = try passFirstFactor(for: account, from: old, provider: provider, in: scope, now: now, transaction)
            return .passed(opened, isNewUser: false, emailRecycled: recycled)
        case .refuse(let refusal):
            return .collided(try collision(refusal, facts, context, transaction))
        }
    }

    /// Consumes a pending credential: once, in time, and linked only to the account that it collided with.
    ///
    /// One that collides again is not consumed, so that somebody who finds a token cannot use it up.
    func redeem(
        _ token: String, for decision: LinkingDecision, intent: LinkingIntent, in scope: ProjectScope, now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        let hash = Data(token.utf8).sha256
        guard let pending = try transaction.pendingCredential(tokenHash: hash), pending.scope == scope, pending.expiresAt > now
        else { throw AuthError.invalidPendingToken }
        if case .link(let account) = intent, account.id != pending.collidedWith { throw AuthError.invalidPendingToken }
        if case .refuse = decision { return }
        guard try transaction.consumePendingCredential(tokenHash: hash) else { throw AuthError.invalidPendingToken }
        let details: [String: JSONValue] = ["provider": .string(pending.presented.key.provider.value)]
        transaction.record(AuditEvent(.pendingCredentialRedeem, in: scope, account: pending.collidedWith, details: details))
    }

    func existing(_ id: AccountID, in scope: ProjectScope, _ transaction: any ReadTransaction) throws -> Account {
        guard let account = try transaction.account(id, in: scope) else { throw AuthError.userNotFound }
        return account
    }

    /// Stores the credential of a collision for later, if another proof can make it acceptable.
    private func collision(
        _ refusal: LinkingRefusal, _ facts: LinkingFacts, _ context: LinkingContext, _ transaction: any WriteTransaction
    ) throws -> Collision {
        guard let holder = refusal.holder else { return Collision(refusal: refusal, pendingToken: nil, providers: []) }
        let token = context.pendingToken ?? SecureRandom.bytes(32).base64URL
        if context.pendingToken == nil {
            try transaction.insert(
                PendingCredential(
                    tokenHash: Data(token.utf8).sha256, scope: context.scope, presented: facts.presented, collidedWith: holder,
                    expiresAt: context.now.adding(seconds: PendingCredential.lifetimeSeconds),
                    sealedProfile: try context.told?.sealed(with: token)))
        }
        let providers = try transaction.account(holder, in: context.scope)?.identities.map(\.key.provider) ?? []
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

extension Account {
    fileprivate mutating func adopt(_ presented: EmailAddress?, _ adoption: EmailAdoption) {
        switch adoption {
        case .keep: break
        case .take(let verified):
            email = presented
            emailVerified = verified
        case .verify: emailVerified = true
        }
    }
}
