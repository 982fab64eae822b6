package import Foundation
package import VinculaCore
import VinculaCrypto

/// The choices about the import of a file.
package struct FileImport: Sendable {
    package let format: ExportFormat
    /// The parameters of the password hashes.
    package var hashes: HashParameters?
    /// The name of their algorithm.
    package var algorithm: String?
    /// Indicates whether an account that exists is replaced, with everything that belongs to it.
    package var overwrites = false
    /// Indicates whether an account with an authenticator app is imported without it, and not refused.
    package var leavesOutAuthenticators = false
    /// Indicates whether all accounts are imported without their passwords.
    package var leavesOutPasswords = false
    /// Indicates whether hashes without parameters are accepted, as by the emulator.
    package var acceptsAnyHash = false

    package init(_ format: ExportFormat) { self.format = format }
}

/// A record of a file whose values were checked, as far as can be told without the database.
package struct CheckedRecord: Sendable {
    package let record: ExportRecord
    let result: Result<ReadAccount, ImportFault>
    let authenticators: Int
    let withoutPlace: Set<String>

    /// True if it has a password hash, and the import has no parameters for it.
    package var lacksHashParameters: Bool {
        if case .failure(.hash("hashAlgorithm is missing")) = result { true } else { false }
    }
}

extension AccountAdministration {
    /// Reads and checks records of a file; needs no transaction, so that it can go on during one.
    package func check(_ records: [ExportRecord], of file: FileImport, in scope: ProjectScope) -> [CheckedRecord] {
        let now = clock.now
        return records.map { record in
            do throws(ImportFault) {
                var given = try ExportedAccount(record, file.format)
                if given.authenticators > 0, !file.leavesOutAuthenticators { throw .factorIsNoPhone }
                if file.leavesOutPasswords {
                    (given.account.passwordHash, given.account.salt, given.account.password) = (nil, nil, nil)
                }
                let read = try given.account.read(
                    file.hashes, acceptsAnyHash: file.acceptsAnyHash, tenant: scope.tenant, now: now)
                return CheckedRecord(
                    record: record, result: .success(read), authenticators: given.authenticators,
                    withoutPlace: given.withoutPlace)
            } catch {
                return CheckedRecord(record: record, result: .failure(error), authenticators: 0, withoutPlace: [])
            }
        }
    }
}

extension FileImport {
    /// A digest of everything beside the file that decides the result of its import.
    package func digest() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var digest = FileDigest()
        if let hashes {
            digest.add(Array(try encoder.encode(hashes.algorithm)))
            digest.add(Array(hashes.key.sha256))
        }
        digest.add(
            Array("\(format.rawValue) \(overwrites) \(leavesOutAuthenticators) \(leavesOutPasswords) \(acceptsAnyHash)".utf8))
        return digest.finish()
    }
}
