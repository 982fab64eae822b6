import VinculaCore

/// The accounts that an import may meet: those that there were, and those that it has taken since.
struct ImportOthers {
    private var holders: ImportHolders

    init(_ holders: ImportHolders) { self.holders = holders }

    func account(_ id: AccountID) -> Account? { holders.accounts[id] }

    func hasFactor(_ id: SecondFactorID) -> Bool { holders.factors.contains(id) }

    /// The first other account with an identity.
    func holder(of subject: ProviderSubject, except id: AccountID) -> AccountID? {
        holders.subjects[subject]?.first { $0 != id }
    }

    /// The other account with an email.
    func holder(of email: EmailAddress, except id: AccountID) -> AccountID? {
        holders.emails[email].flatMap { $0 == id ? nil : $0 }
    }

    /// Adds an account that was taken.
    mutating func add(_ account: Account) {
        holders.accounts[account.id] = account
        if let email = account.email { holders.emails[email] = account.id }
        for subject in Set(account.identities.map(\.key.providerSubject)) {
            var ids = holders.subjects[subject] ?? []
            ids.insert(account.id, at: ids.firstIndex { $0.value > account.id.value } ?? ids.count)
            holders.subjects[subject] = ids
        }
        holders.factors.formUnion(account.secondFactors.map(\.id))
    }

    /// Removes an account that is replaced.
    mutating func remove(_ account: Account) {
        holders.accounts[account.id] = nil
        if let email = account.email, holders.emails[email] == account.id { holders.emails[email] = nil }
        for subject in account.identities.map(\.key.providerSubject) {
            holders.subjects[subject]?.removeAll { $0 == account.id }
        }
        holders.factors.subtract(account.secondFactors.map(\.id))
    }
}

extension IdentityKey {
    var providerSubject: ProviderSubject { ProviderSubject(provider: provider, subject: subject) }
}
