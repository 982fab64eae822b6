import Foundation
package import VinculaCore
import VinculaCrypto

/// A difference between an export and the accounts here.
package struct ExportDifference: Hashable, Sendable {
    /// The position of the record in the export.
    package let record: Int64
    /// The account's id, as far as it can be read.
    package let account: String
    /// What differs, such as `email`.
    package let what: String
}

/// The result of comparing some records of an export with the accounts here.
package struct ExportComparison: Sendable {
    package var differences: [ExportDifference] = []
    /// The accounts that are here.
    package var found = 0
    /// The hashes that are the export's, byte by byte.
    package var equalHashes = 0
    /// The hashes that are wrapped by Argon2id, and of which nothing was computed.
    package var wrappedHashes = 0
    /// The hashes that are this server's own: their people have signed in here since.
    package var renewedHashes = 0
    /// The wrapped hashes that were computed.
    package var sampledHashes = 0

    package init() {}

    package static func += (left: inout ExportComparison, right: ExportComparison) {
        left.differences += right.differences
        left.found += right.found
        left.equalHashes += right.equalHashes
        left.wrappedHashes += right.wrappedHashes
        left.renewedHashes += right.renewedHashes
        left.sampledHashes += right.sampledHashes
    }
}

extension AccountAdministration {
    /// Compares records of an export with the accounts here; changes nothing.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - file: The choices that the file was imported with.
    ///   - sample: The number of wrapped hashes to compute; each takes the time of a sign-in.
    ///   - scope: The project.
    package func compare(
        _ records: [CheckedRecord], of file: FileImport, sample: Int, in scope: ProjectScope
    ) async throws -> ExportComparison {
        let key = file.hashes?.key ?? Data()
        var (result, wrapped) = try await read(in: scope) { reading in
            var result = ExportComparison()
            var wrapped: [(ExportDifference, Data, String)] = []
            for record in records {
                guard case .success(let read) = record.result else {
                    let id = (try? ExportedAccount(record.record, file.format).account.id) ?? ""
                    result.differences.append(ExportDifference(record: record.record.number, account: id, what: "unusable"))
                    continue
                }
                func note(_ what: String) -> ExportDifference {
                    ExportDifference(record: record.record.number, account: read.account.id.value, what: what)
                }
                guard let account = try reading.account(read.account.id) else {
                    result.differences.append(note("missing"))
                    continue
                }
                result.found += 1
                result.differences += read.differences(to: account).map(note)
                switch try read.passwordState(in: account, key: key, reading, sealer) {
                case nil: break
                case .equal: result.equalHashes += 1
                case .renewed: result.renewedHashes += 1
                case .differs: result.differences.append(note("password"))
                case .wrapped(let digest, let hash):
                    if wrapped.count < sample {
                        wrapped.append((note("password"), digest, hash))
                    } else {
                        result.wrappedHashes += 1
                    }
                }
            }
            return (result, wrapped)
        }
        for (difference, digest, hash) in wrapped {
            result.sampledHashes += 1
            if try await !hasher.isWrapped(digest, by: hash) { result.differences.append(difference) }
        }
        return result
    }

    /// Checks a password as a sign-in does, but opens no session and counts no attempt.
    ///
    /// - Returns: `false` also if no account has the email.
    package func isPassword(_ password: String, of email: String, in scope: ProjectScope) async throws -> Bool {
        guard let address = EmailAddress(email), password.utf8.count <= PasswordPolicy.longestBytes else { return false }
        let (record, scheme) = try await read(in: scope) { reading in
            let record = try reading.account(email: address)?.password
            return (record, try record?.imported.flatMap { try reading.reads.passwordScheme($0.scheme) })
        }
        guard let record else { return false }
        guard let imported = record.imported, let scheme else {
            return try await hasher.check(password, against: record.hash).matches
        }
        let key = try scheme.sealedKey.map { try sealer.open($0, place: StoredPasswordScheme.place(scheme.id)) }
        let foreign = ForeignHash(scheme.scheme, key: key ?? Data(), salt: imported.salt)
        return try await hasher.check(password, against: record, by: foreign).matches
    }
}

/// The state of an imported password.
private enum PasswordState {
    case equal, renewed, differs
    case wrapped(digest: Data, hash: String)
}

extension ReadAccount {
    /// The names of the members that differ.
    fileprivate func differences(to stored: Account) -> [String] {
        var names: [String] = []
        func compare<Value: Equatable>(_ name: String, _ value: KeyPath<Account, Value>) {
            if account[keyPath: value] != stored[keyPath: value] { names.append(name) }
        }
        compare("email", \.email)
        compare("emailVerified", \.emailVerified)
        compare("phoneNumber", \.phone)
        compare("displayName", \.displayName)
        compare("photoUrl", \.photoURL)
        compare("customAttributes", \.customClaims?.members)
        compare("disabled", \.isDisabled)
        if hasCreationTime { compare("createdAt", \.createdAt) }
        let links = Set(identities.map { [$0.provider.value, $0.subject] })
        if links != Set(stored.federatedIdentities.map { [$0.key.provider.value, $0.key.subject] }) {
            names.append("providerUserInfo")
        }
        if Set(factors.compactMap(\.phone)) != Set(stored.secondFactors.compactMap(\.phone)) { names.append("mfaInfo") }
        return names
    }

    /// - Returns: `nil` if the export has no password for the account.
    fileprivate func passwordState(
        in stored: Account, key: Data, _ reading: Reading, _ sealer: Sealer
    ) throws -> PasswordState? {
        switch password {
        case nil, .plain: return nil
        case .own(let hash): return stored.password.map { $0.hash == hash ? .equal : .renewed } ?? .differs
        case .foreign(let read):
            guard let record = stored.password else { return .differs }
            guard let imported = record.imported else { return .renewed }
            guard let scheme = try reading.reads.passwordScheme(imported.scheme), scheme.scheme == read.scheme,
                imported.salt == read.salt
            else { return .differs }
            let storedKey = try scheme.sealedKey.map { try sealer.open($0, place: StoredPasswordScheme.place(scheme.id)) }
            guard (storedKey ?? Data()) == key else { return .differs }
            if !record.isBare { return .wrapped(digest: read.digest, hash: record.hash) }
            return Data(base64Encoded: record.hash) == read.digest ? .equal : .differs
        }
    }
}
