/// Something that happened to an account, as webhooks report it.
///
/// It names the account and nothing about its person: a receiver that needs more looks the account up.
package struct AccountEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case created = "account.created"
        case deleted = "account.deleted"
        /// A sign-in method was added: a provider, a password, a mailed link, a phone number.
        case linked = "account.linked"
        case unlinked = "account.unlinked"
        case emailChanged = "account.email_changed"
        case emailVerified = "account.email_verified"
        case passwordChanged = "account.password_changed"
        case secondFactorAdded = "account.second_factor_added"
        case secondFactorRemoved = "account.second_factor_removed"
        case disabled = "account.disabled"
        case enabled = "account.enabled"
        case claimsChanged = "account.claims_changed"
        case sessionsRevoked = "account.sessions_revoked"
        /// A token of a bound session was presented without its key, and refused: once an hour for each session.
        case sessionKeyRefused = "account.session_key_refused"
        /// Sent by an operator, to try a webhook.
        case test = "webhook.test"
    }

    package let kind: Kind
    package let account: AccountID?
    package let scope: ProjectScope
    /// The provider that was linked or unlinked.
    package let provider: ProviderID?

    package init(_ kind: Kind, _ account: AccountID?, in scope: ProjectScope, provider: ProviderID? = nil) {
        self.kind = kind
        self.account = account
        self.scope = scope
        self.provider = provider
    }

    /// The message's JSON, in the form of Standard Webhooks.
    ///
    /// - Parameter time: When it happened, in UTC (RFC 3339).
    package func payload(at time: String) -> String {
        var data: [String: JSONValue] = ["projectId": .string(scope.project)]
        if !scope.tenant.isEmpty { data["tenantId"] = .string(scope.tenant) }
        if let account { data["localId"] = .string(account.value) }
        if let provider { data["providerId"] = .string(provider.value) }
        return JSONValue.object(["type": .string(kind.rawValue), "timestamp": .string(time), "data": .object(data)]).text
    }
}

extension AccountChange {
    /// What webhooks report of the change, in order.
    ///
    /// Deleting all accounts of a project is not reported: only a development server's control path does it. Nor is a purge: the
    /// change of the account that goes with it is.
    package var webhookEvents: [AccountEvent] {
        switch self {
        case .created(let account, let scope):
            [AccountEvent(.created, account.id, in: scope)]
                + account.providers.map { AccountEvent(.linked, account.id, in: scope, provider: $0) }
        case .updated(let account, let old, let scope): Self.webhookEvents(from: old, to: account, scope)
        case .deleted(let id, let scope): [AccountEvent(.deleted, id, in: scope)]
        case .purged, .allDeleted: []
        }
    }

    private static func webhookEvents(from old: Account, to account: Account, _ scope: ProjectScope) -> [AccountEvent] {
        var events: [AccountEvent] = []
        func add(_ kind: AccountEvent.Kind, _ provider: ProviderID? = nil) {
            events.append(AccountEvent(kind, account.id, in: scope, provider: provider))
        }
        // An identity that another one of its provider replaces was unlinked.
        let (before, after) = (old.identities.map(\.key), account.identities.map(\.key))
        for key in before where !after.contains(key) { add(.unlinked, key.provider) }
        if old.hasPasswordProvider, !account.hasPasswordProvider { add(.unlinked, .password) }
        for key in after where !before.contains(key) { add(.linked, key.provider) }
        if !old.hasPasswordProvider, account.hasPasswordProvider { add(.linked, .password) }
        if old.email != account.email { add(.emailChanged) }
        if account.emailVerified, account.email != nil, !old.emailVerified || old.email != account.email { add(.emailVerified) }
        if account.hasOtherPassword(than: old) { add(.passwordChanged) }
        let (held, holds) = (old.secondFactors.map(\.id), account.secondFactors.map(\.id))
        for id in held where !holds.contains(id) { add(.secondFactorRemoved) }
        for id in holds where !held.contains(id) { add(.secondFactorAdded) }
        if old.isDisabled != account.isDisabled { add(account.isDisabled ? .disabled : .enabled) }
        if old.customClaims != account.customClaims { add(.claimsChanged) }
        if old.generation != account.generation { add(.sessionsRevoked) }
        return events
    }
}
