import Foundation
package import VinculaCore
import VinculaCrypto

/// Accounts to be imported by an administrator.
package struct AccountImport: Sendable {
    package var accounts: [GivenAccount] = []
    package var hashes = GivenHashParameters()
    /// Indicates whether an account that exists is replaced, with everything that belongs to it.
    package var overwrites = false
    /// Indicates whether emails and identities that occur twice in the import refuse all of it.
    package var checksDuplicates = false
    /// Indicates whether hashes without parameters are accepted, as by the emulator. Nobody can sign in with them.
    package var acceptsAnyHash = false

    package init() {}
}

/// An account that was not imported, and the reason.
package struct ImportFailure: Hashable, Sendable {
    /// The index of the account in the import.
    package let index: Int
    package let message: String
}

extension AccountAdministration {
    /// The number of accounts that one import may have (Google's limit).
    package static let importLimit = 1000
    /// The number of accounts of one import whose passwords are given as they are: each has to be hashed at once.
    package static let plainPasswordLimit = 100

    /// Imports accounts, all of them in one transaction. An account that cannot be imported changes nothing about the others.
    ///
    /// The administrator's word counts as proof of emails and identities.
    ///
    /// - Returns: The accounts that were not imported.
    /// - Throws: ``AuthError/missingUserAccount``, ``AuthError/duplicateInImport(_:)``, ``AuthError/missingHashAlgorithm``,
    ///   ``AuthError/invalidHashParameter(_:_:)``, ``AuthError/invalidArgument(_:)`` for too many accounts.
    package func importAccounts(_ new: AccountImport, in scope: ProjectScope) async throws -> [ImportFailure] {
        guard !new.accounts.isEmpty else { throw AuthError.missingUserAccount }
        guard new.accounts.count <= Self.importLimit else {
            throw AuthError.invalidArgument("One request may import at most \(Self.importLimit) accounts.")
        }
        if let duplicate = new.accounts.duplicate(ids: !new.overwrites, ways: new.checksDuplicates) {
            throw AuthError.duplicateInImport(duplicate)
        }
        let parameters = try hashParameters(of: new)
        let now = clock.now
        var (read, failures): ([(Int, ReadAccount)], [ImportFailure]) = ([], [])
        for (index, given) in new.accounts.enumerated() {
            do throws(ImportFault) {
                let account = try given.read(
                    parameters, acceptsAnyHash: new.acceptsAnyHash, tenant: scope.tenant, now: now)
                read.append((index, account))
            } catch {
                failures.append(ImportFailure(index: index, message: error.message))
            }
        }
        failures += try await hashPlainPasswords(of: &read, in: scope)
        let (ready, key) = (read, parameters?.key ?? Data())
        let overwrites = new.overwrites
        let algorithm = parameters == nil ? nil : new.hashes.algorithm
        let unread = failures.count
        let refused = try await write(in: scope) { work in
            var tally = ImportTally(failed: Int64(unread))
            work.transaction.journal.noteImport()
            var batch = try ImportBatch(ready.map { $0.1 }, ImportSchemes(key: key, sealer: sealer), work)
            var refused: [ImportFailure] = []
            for (index, account) in ready {
                do {
                    tally.note(try batch.take(account, overwrites: overwrites), account)
                } catch let refusal as ImportRefusal {
                    refused.append(ImportFailure(index: index, message: refusal.fault.message))
                    tally.totals.failed += 1
                }
            }
            try batch.finish()
            tally.record(work, algorithm: algorithm)
            return refused
        }
        return (failures + refused).sorted { $0.index < $1.index }
    }

    /// Only an import with hashes needs their parameters; others may come without.
    private func hashParameters(of new: AccountImport) throws(AuthError) -> HashParameters? {
        let hasHashes = new.accounts.contains { !($0.passwordHash ?? "").isEmpty }
        let isNamed = !(new.hashes.algorithm ?? "").isEmpty
        if isNamed { return try HashParameters(new.hashes) }
        if hasHashes, !new.acceptsAnyHash { throw .missingHashAlgorithm }
        return nil
    }

    func hashPlainPasswords(
        of read: inout [(Int, ReadAccount)], in scope: ProjectScope, limit: Int = plainPasswordLimit
    ) async throws -> [ImportFailure] {
        guard read.contains(where: { if case .plain = $0.1.password { true } else { false } }) else { return [] }
        var failures: [ImportFailure] = []
        let policy = try await self.read(in: scope) { try $0.settings().passwordPolicy }
        var hashed = 0
        var unknown: String?
        for place in read.indices {
            guard case .plain(let password) = read[place].1.password else { continue }
            if password.isEmpty {
                let hash = if let unknown { unknown } else { try await hasher.hash(SecureRandom.alphanumeric(32)) }
                (unknown, read[place].1.password) = (hash, .own(hash))
                continue
            }
            hashed += 1
            guard hashed <= limit else {
                throw AuthError.invalidArgument("One request may import at most \(limit) accounts with rawPassword.")
            }
            do {
                let hash = try await hasher.hashNew(
                    password, policy: policy, email: read[place].1.account.email, in: scope)
                read[place].1.password = hash.map { .own($0) }
            } catch let error as AuthError {
                failures.append(ImportFailure(index: read[place].0, message: error.rawPasswordFault))
            }
        }
        let failed = Set(failures.map(\.index))
        read.removeAll { failed.contains($0.0) }
        return failures
    }
}

extension AuthError {
    /// The reason why a password itself is refused.
    fileprivate var rawPasswordFault: String {
        switch self {
        case .weakPassword(let text): "rawPassword cannot be used: \(text)"
        case .passwordRequirements(let broken): "rawPassword cannot be used: \(broken.joined(separator: ", "))"
        case .passwordTooLong: "rawPassword cannot be used: it is too long"
        default: "rawPassword cannot be used"
        }
    }
}
