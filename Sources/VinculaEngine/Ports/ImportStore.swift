package import VinculaCore

/// A person's id at a provider, whatever its issuer.
package struct ProviderSubject: Hashable, Sendable {
    package let provider: ProviderID
    package let subject: String

    package init(provider: ProviderID, subject: String) {
        self.provider = provider
        self.subject = subject
    }
}

/// What the accounts of an import must not share with others.
package struct ImportKeys: Hashable, Sendable {
    package var ids: Set<AccountID> = []
    package var emails: Set<EmailAddress> = []
    /// With those of phone numbers.
    package var subjects: Set<ProviderSubject> = []
    package var factors: Set<SecondFactorID> = []

    package init() {}
}

/// Those who have ``ImportKeys`` already.
package struct ImportHolders: Sendable {
    package var accounts: [AccountID: Account] = [:]
    package var emails: [EmailAddress: AccountID] = [:]
    /// Sorted; the same id of different issuers may belong to several.
    package var subjects: [ProviderSubject: [AccountID]] = [:]
    /// The ids of second factors that exist, of whatever account.
    package var factors: Set<SecondFactorID> = []

    package init() {}
}

/// A new account from elsewhere.
package struct ImportedAccount: Sendable {
    package let account: Account
    package let mark: ImportMark

    package init(account: Account, mark: ImportMark) {
        self.account = account
        self.mark = mark
    }
}

/// Read access for imports: some statements for any number of accounts.
package protocol ImportReads {
    func importHolders(of keys: ImportKeys, in scope: ProjectScope) throws -> ImportHolders
}

/// Write access for imports: some statements for any number of accounts.
package protocol ImportWrites: ImportReads {
    /// Inserts accounts with their marks.
    ///
    /// - Throws: ``StoreConflict``.
    func insert(_ accounts: [ImportedAccount], in scope: ProjectScope) throws
    /// Deletes accounts and everything that belongs to them; those that do not exist are passed over.
    func delete(_ ids: [AccountID], in scope: ProjectScope) throws
}
