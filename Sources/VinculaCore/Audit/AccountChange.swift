/// A change that a transaction made to accounts.
package enum AccountChange: Sendable {
    case created(Account, in: ProjectScope)
    case updated(Account, from: Account, in: ProjectScope)
    case deleted(AccountID, in: ProjectScope)
    case purged(AccountID, in: ProjectScope)
    case allDeleted(in: ProjectScope)

    /// The audit events of the change.
    ///
    /// Every change of how somebody signs in is recorded, whoever makes it, and so is every change by an administrator.
    /// Sign-ups, sign-ins and people's changes to their own profiles are not.
    package func events(by actor: AuditActor) -> [AuditEvent] {
        switch self {
        case .created(let account, let scope):
            guard actor.isPrivileged else { return [] }
            return [AuditEvent(.accountCreate, in: scope, account: account.id, details: Self.facts(account))]
        case .updated(let account, let old, let scope):
            return Self.events(from: old, to: account, isPrivileged: actor.isPrivileged).map { action, details in
                AuditEvent(action, in: scope, account: account.id, details: details)
            }
        case .deleted(let id, let scope): return [AuditEvent(.accountDelete, in: scope, account: id)]
        case .purged(let id, let scope): return [AuditEvent(.accountPurge, in: scope, account: id)]
        case .allDeleted(let scope): return [AuditEvent(.accountDeleteAll, in: scope)]
        }
    }

    private static func facts(_ account: Account) -> [String: JSONValue] {
        var facts: [String: JSONValue] = ["password": .bool(account.password != nil), "disabled": .bool(account.isDisabled)]
        facts["email"] = account.email.map { .string($0.masked) }
        facts["emailVerified"] = account.email == nil ? nil : .bool(account.emailVerified)
        facts["phone"] = account.phone.map { .string($0.masked) }
        facts["claims"] = account.customClaims.map { .string($0.text) }
        let federated = account.federatedIdentities.map { JSONValue.object(name($0.key)) }
        facts["identities"] = federated.isEmpty ? nil : .array(federated)
        return facts
    }

    private static func name(_ key: IdentityKey) -> [String: JSONValue] {
        ["provider": .string(key.provider.value), "issuer": .string(key.issuer), "subject": .string(key.subject)]
    }

    private static func change(_ before: JSONValue?, _ after: JSONValue?) -> JSONValue {
        .object(["from": before ?? .null, "to": after ?? .null])
    }

    private static func events(
        from old: Account, to account: Account, isPrivileged: Bool
    ) -> [(AuditAction, [String: JSONValue])] {
        var events: [(AuditAction, [String: JSONValue])] = []
        // A new hash of the same password keeps its time.
        if old.password?.updatedAt != account.password?.updatedAt {
            let action: AuditAction =
                account.password == nil ? .passwordRemove : old.password == nil ? .passwordSet : .passwordChange
            events.append((action, [:]))
        }
        if old.email != account.email {
            let details = ["email": change(old.email.map { .string($0.masked) }, account.email.map { .string($0.masked) })]
            events.append((.emailChange, details.merging(["verified": .bool(account.emailVerified)]) { $1 }))
        } else if old.emailVerified != account.emailVerified {
            events.append((account.emailVerified ? .emailVerify : .emailUnverify, [:]))
        }
        if old.hasEmailLink != account.hasEmailLink {
            events.append((account.hasEmailLink ? .emailLinkAdd : .emailLinkRemove, [:]))
        }
        if old.phone != account.phone {
            let details = ["phone": change(old.phone.map { .string($0.masked) }, account.phone.map { .string($0.masked) })]
            events.append((.phoneChange, details))
        }
        if old.identities != account.identities {
            let before = old.federatedIdentities.map(\.key)
            let after = account.federatedIdentities.map(\.key)
            events += before.filter { !after.contains($0) }.map { (.identityUnlink, name($0)) }
            events += after.filter { !before.contains($0) }.map { (.identityLink, name($0)) }
        }
        let (before, after) = (old.secondFactors.map(\.id), account.secondFactors.map(\.id))
        events += before.filter { !after.contains($0) }.map { (.secondFactorRemove, ["secondFactor": .string($0.value)]) }
        events += after.filter { !before.contains($0) }.map { (.secondFactorEnroll, ["secondFactor": .string($0.value)]) }
        if old.recoveryCodes?.id != account.recoveryCodes?.id {
            events.append((account.recoveryCodes == nil ? .recoveryCodesRemove : .recoveryCodesCreate, [:]))
        }
        if old.isDisabled != account.isDisabled {
            events.append((account.isDisabled ? .accountDisable : .accountEnable, [:]))
        }
        if old.customClaims != account.customClaims {
            let details = change(old.customClaims.map { .string($0.text) }, account.customClaims.map { .string($0.text) })
            events.append((.claimsChange, ["claims": details]))
        }
        if old.generation != account.generation { events.append((.sessionsRevoke, [:])) }
        if isPrivileged, let rest = rest(from: old, to: account) { events.append((.accountUpdate, rest)) }
        return events
    }

    /// The administrator's other changes. Profile values are personal data, so only the names of the fields are recorded.
    private static func rest(from old: Account, to account: Account) -> [String: JSONValue]? {
        var rest: [String: JSONValue] = [:]
        if old.displayName != account.displayName { rest["displayName"] = "changed" }
        if old.photoURL != account.photoURL { rest["photoUrl"] = "changed" }
        if old.generation == account.generation, old.validSince != account.validSince {
            rest["validSince"] = change(old.validSince.map { .integer($0) }, account.validSince.map { .integer($0) })
        }
        if old.createdAt != account.createdAt {
            rest["createdAt"] = change(.integer(old.createdAt.milliseconds), .integer(account.createdAt.milliseconds))
        }
        if old.lastSignInAt != account.lastSignInAt {
            let (before, after) = (old.lastSignInAt?.milliseconds, account.lastSignInAt?.milliseconds)
            rest["lastSignInAt"] = change(before.map { .integer($0) }, after.map { .integer($0) })
        }
        return rest.isEmpty ? nil : rest
    }
}
