import Foundation
import VinculaCore
import VinculaCrypto

/// The way in which an import took an account.
enum ImportOutcome: Sendable {
    case created, replaced
    /// It was there already, exactly like this.
    case unchanged
}

/// The refusal of one account, with the account that stands in its way.
struct ImportRefusal: Error {
    let fault: ImportFault
    var holder: AccountID?
}

/// Accounts of an import, which are decided on one after the other and written together.
///
/// What the decisions need to know of other accounts is read before the first one, and kept up to date with those that were taken.
struct ImportBatch {
    private let work: Work
    private var others: ImportOthers
    private var schemes: ImportSchemes
    private var issuers: [ProviderID: String] = [:]
    /// The accounts that are deleted before ``new`` are inserted.
    private var replaced: [AccountID] = []
    private var new: [ImportedAccount] = []
    private var newIDs: Set<AccountID> = []

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - accounts: All accounts that ``take(_:overwrites:keepsEqual:)`` may get.
    ///   - schemes: The password schemes of the import.
    ///   - work: The decision that they are part of.
    init(_ accounts: [ReadAccount], _ schemes: ImportSchemes, _ work: Work) throws {
        self.work = work
        self.schemes = schemes
        others = ImportOthers(try work.reads.importHolders(of: ImportKeys(accounts), in: work.scope))
    }

    /// Decides on an account, which ``finish()`` writes.
    ///
    /// - Parameters:
    ///   - read: The account.
    ///   - overwrites: `true` if an account with its id is replaced.
    ///   - keepsEqual: `true` if an account that is there already, exactly like this, is no error.
    /// - Throws: ``ImportRefusal``, or the store's errors.
    mutating func take(_ read: ReadAccount, overwrites: Bool, keepsEqual: Bool = false) throws -> ImportOutcome {
        var account = read.account
        for (provider, subject, email, profile) in read.identities {
            let issuer = try issuer(of: provider)
            let key = ProviderSubject(provider: provider, subject: subject)
            if let holder = others.holder(of: key, except: account.id) {
                throw ImportRefusal(fault: .identityTaken, holder: holder)
            }
            account.identities.insert(
                Identity(
                    key: IdentityKey(provider: provider, issuer: issuer, subject: subject), email: email, profile: profile),
                at: account.identities.firstIndex { $0.key.provider == .phone } ?? account.identities.count)
        }
        if let phone = account.phone,
            let holder = others.holder(of: IdentityKey(phone: phone).providerSubject, except: account.id)
        {
            throw ImportRefusal(fault: .phoneTaken, holder: holder)
        }
        if let email = account.email, let holder = others.holder(of: email, except: account.id) {
            throw ImportRefusal(fault: .emailTaken, holder: holder)
        }
        let old = others.account(account.id)
        account.password = try schemes.record(read.password, updatedAt: read.passwordUpdatedAt ?? work.now, work)
        if keepsEqual, let old, read.isEqual(to: old, as: account) { return .unchanged }
        guard old == nil || overwrites else { throw ImportRefusal(fault: .exists, holder: account.id) }
        // Nothing of the account that is replaced stays: its sessions, codes and factors go with it.
        if let old {
            // A backend goes on signing people in to it.
            if old.hasCustomToken { account.hasCustomToken = true }
            // Of two accounts with one id, the second replaces the first, which has to be there for that.
            if newIDs.contains(old.id) { try finish() }
            replaced.append(old.id)
            others.remove(old)
        }
        account.secondFactors = factors(of: read)
        let mark = ImportMark(
            generation: account.generation, formerValidSince: read.formerValidSince, validSince: account.validSince)
        new.append(ImportedAccount(account: account, mark: mark))
        newIDs.insert(account.id)
        others.add(account)
        return old == nil ? .created : .replaced
    }

    /// Writes what was taken since the last call.
    ///
    /// - Throws: The store's errors.
    mutating func finish() throws {
        try work.delete(replaced)
        if !new.isEmpty { try work.transaction.insert(new, in: work.scope) }
        (replaced, new, newIDs) = ([], [], [])
    }

    /// The second factors of an account, with the ids that they get here.
    ///
    /// Ids are unique in the database, so that of another account's factor cannot be kept. An id that is chosen here is the one
    /// that a function was told of, if it was asked about the account: otherwise its answer would never be about this account.
    private func factors(of read: ReadAccount) -> [SecondFactor] {
        let told = work.answers.account.flatMap { $0.id == read.account.id ? $0.secondFactors : nil } ?? []
        return read.factors.map { factor in
            let isNamed = read.namedFactors.contains(factor.id)
            if isNamed, !others.hasFactor(factor.id) { return factor }
            let known = told.first { $0.means == factor.means && !read.namedFactors.contains($0.id) }?.id
            guard isNamed || known != nil else { return factor }
            return SecondFactor(
                id: known ?? SecondFactorID(UUID().uuidString.lowercased()), displayName: factor.displayName,
                enrolledAt: factor.enrolledAt, means: factor.means)
        }
    }

    /// - Throws: ``ImportRefusal``.
    private mutating func issuer(of provider: ProviderID) throws -> String {
        if ProviderID.builtIn.contains(provider) { return provider.canonicalIssuer }
        if let known = issuers[provider] { return known }
        guard let configured = try work.reads.openIDProvider(provider, in: work.scope) else {
            throw ImportRefusal(fault: .unknownProvider(provider.value))
        }
        issuers[provider] = configured.issuer
        return configured.issuer
    }
}

extension ImportKeys {
    fileprivate init(_ accounts: [ReadAccount]) {
        self.init()
        for read in accounts {
            ids.insert(read.account.id)
            if let email = read.account.email { emails.insert(email) }
            if let phone = read.account.phone { subjects.insert(IdentityKey(phone: phone).providerSubject) }
            for identity in read.identities {
                subjects.insert(ProviderSubject(provider: identity.provider, subject: identity.subject))
            }
            factors.formUnion(read.namedFactors)
        }
    }
}

extension ReadAccount {
    /// Indicates whether an account of the database says what the import says.
    ///
    /// - Parameters:
    ///   - old: The account of the database.
    ///   - new: This account, with its identities and its password.
    fileprivate func isEqual(to old: Account, as new: Account) -> Bool {
        old.email == new.email && old.emailVerified == new.emailVerified && old.displayName == new.displayName
            && old.photoURL == new.photoURL && old.isDisabled == new.isDisabled && old.customClaims == new.customClaims
            && old.createdAt == (hasCreationTime ? new.createdAt : old.createdAt)
            && old.password?.hash == new.password?.hash && old.password?.imported == new.password?.imported
            && Set(old.identities.map(\.key)) == Set(new.identities.map(\.key))
            && old.secondFactors.map(\.means) == factors.map(\.means)
    }
}
