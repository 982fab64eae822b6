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

extension Work {
    /// Imports one account, or changes nothing.
    ///
    /// - Parameters:
    ///   - read: The account.
    ///   - overwrites: `true` if an account with its id is replaced.
    ///   - keepsEqual: `true` if an account that is there already, exactly like this, is no error.
    ///   - schemes: The password schemes of the import.
    /// - Throws: ``ImportRefusal`` before anything is written, or the store's errors.
    func importAccount(
        _ read: ReadAccount, overwrites: Bool, keepsEqual: Bool = false, _ schemes: inout ImportSchemes
    ) throws -> ImportOutcome {
        var account = read.account
        for (provider, subject, email, profile) in read.identities {
            let issuer = try issuer(of: provider)
            let holder = try reads.accounts(provider: provider, subject: subject, in: scope).first { $0.id != account.id }
            if let holder { throw ImportRefusal(fault: .identityTaken, holder: holder.id) }
            account.identities.insert(
                Identity(
                    key: IdentityKey(provider: provider, issuer: issuer, subject: subject), email: email, profile: profile),
                at: account.identities.firstIndex { $0.key.provider == .phone } ?? account.identities.count)
        }
        if let phone = account.phone, let holder = try self.account(phone: phone), holder.id != account.id {
            throw ImportRefusal(fault: .phoneTaken, holder: holder.id)
        }
        if let email = account.email, let holder = try self.account(email: email), holder.id != account.id {
            throw ImportRefusal(fault: .emailTaken, holder: holder.id)
        }
        let old = try self.account(account.id)
        account.password = try schemes.record(read.password, updatedAt: read.passwordUpdatedAt ?? now, self)
        if keepsEqual, let old, read.isEqual(to: old, as: account) { return .unchanged }
        guard old == nil || overwrites else { throw ImportRefusal(fault: .exists, holder: account.id) }
        // Nothing of the account that is replaced stays: its sessions, codes and factors go with it.
        if let old {
            // A backend goes on signing people in to it.
            if old.hasCustomToken { account.hasCustomToken = true }
            try delete(account.id)
        }
        account.secondFactors = try factors(of: read)
        try insert(account)
        let mark = ImportMark(
            generation: account.generation, formerValidSince: read.formerValidSince, validSince: account.validSince)
        try transaction.save(mark, of: account.id, in: scope)
        return old == nil ? .created : .replaced
    }

    /// The second factors of an account, with the ids that they get here.
    ///
    /// Ids are unique in the database, so that of another account's factor cannot be kept. An id that is chosen here is the one
    /// that a function was told of, if it was asked about the account: otherwise its answer would never be about this account.
    private func factors(of read: ReadAccount) throws -> [SecondFactor] {
        let told = answers.account.flatMap { $0.id == read.account.id ? $0.secondFactors : nil } ?? []
        return try read.factors.map { factor in
            let isNamed = read.namedFactors.contains(factor.id)
            if isNamed, try !reads.hasSecondFactor(factor.id) { return factor }
            let known = told.first { $0.means == factor.means && !read.namedFactors.contains($0.id) }?.id
            guard isNamed || known != nil else { return factor }
            return SecondFactor(
                id: known ?? SecondFactorID(UUID().uuidString.lowercased()), displayName: factor.displayName,
                enrolledAt: factor.enrolledAt, means: factor.means)
        }
    }

    /// - Throws: ``ImportRefusal``.
    private func issuer(of provider: ProviderID) throws -> String {
        if ProviderID.builtIn.contains(provider) { return provider.canonicalIssuer }
        if let configured = try reads.openIDProvider(provider, in: scope) { return configured.issuer }
        throw ImportRefusal(fault: .unknownProvider(provider.value))
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

/// The password schemes of an import; each is stored once for all accounts that have it.
struct ImportSchemes {
    /// The secret key of all the import's hashes; empty if there is none.
    let key: Data
    let sealer: Sealer
    private var known: [PasswordScheme: PasswordSchemeID] = [:]

    init(key: Data, sealer: Sealer) {
        self.key = key
        self.sealer = sealer
    }

    mutating func record(_ password: ReadAccount.Password?, updatedAt: Timestamp, _ work: Work) throws -> PasswordRecord? {
        switch password {
        case nil, .plain: return nil
        case .own(let hash): return PasswordRecord(hash: hash, updatedAt: updatedAt)
        case .foreign(let read):
            let imported = ImportedHash(scheme: try id(of: read.scheme, work), salt: read.salt)
            return PasswordRecord(hash: read.digest.base64EncodedString(), imported: imported, updatedAt: updatedAt)
        }
    }

    private mutating func id(of scheme: PasswordScheme, _ work: Work) throws -> PasswordSchemeID {
        if let id = known[scheme] { return id }
        let id = try stored(scheme, work) ?? insert(scheme, work)
        known[scheme] = id
        return id
    }

    /// The same scheme, with the same key, of an earlier import.
    private func stored(_ scheme: PasswordScheme, _ work: Work) throws -> PasswordSchemeID? {
        try work.reads.passwordSchemes(in: work.scope).first { stored in
            guard stored.scheme == scheme else { return false }
            let other = try stored.sealedKey.map { try sealer.open($0, place: StoredPasswordScheme.place(stored.id)) }
            return other ?? Data() == key
        }?.id
    }

    private func insert(_ scheme: PasswordScheme, _ work: Work) throws -> PasswordSchemeID {
        let id = PasswordSchemeID(SecureRandom.alphanumeric(12))
        let sealed = key.isEmpty ? nil : try sealer.seal(key, place: StoredPasswordScheme.place(id))
        try work.transaction.insert(StoredPasswordScheme(id: id, scope: work.scope, scheme: scheme, sealedKey: sealed))
        return id
    }
}
