import Foundation
import VinculaCore
import VinculaCrypto

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
