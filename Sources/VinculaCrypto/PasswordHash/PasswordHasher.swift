package import Foundation
package import VinculaCore

/// Hashes and checks passwords on the pool, always with the work of one hash.
package struct PasswordHasher: Sendable {
    /// The result of comparing a password.
    package struct Check: Hashable, Sendable {
        package let matches: Bool
        /// True if the hash should be renewed with the current parameters; meaningful if it matches.
        package let isOutdated: Bool

        /// The result where no hash needs to be computed.
        package static let wrong = Check(matches: false, isOutdated: false)
    }

    private let pool: HashPool
    private let parameters: Argon2id.Parameters
    private let dummy: String

    package init(pool: HashPool, parameters: Argon2id.Parameters = .standard) {
        self.pool = pool
        self.parameters = parameters
        dummy = Argon2id.dummy(parameters: parameters)
    }

    /// The number of jobs waiting for a thread.
    package var waiting: Int { pool.waiting }
    /// The number of hashes computed since the start.
    package var computed: Int { pool.done }
    /// The times that hashes waited for a thread.
    package var waits: DurationHistogram { pool.waits }

    /// Hashes a password.
    ///
    /// - Returns: A PHC string.
    /// - Throws: ``HashPool/Overloaded``, ``Argon2id/Failure``.
    package func hash(_ password: String) async throws -> String {
        try await pool.run { [parameters] in try Argon2id.hash(password, parameters: parameters) }
    }

    /// Hashes the digest of another system, so that nobody who reads the database can try passwords quickly.
    ///
    /// - Returns: A PHC string.
    /// - Throws: ``HashPool/Overloaded``, ``Argon2id/Failure``.
    package func wrap(_ digest: Data) async throws -> String {
        try await pool.run { [parameters] in try Argon2id.hash(Array(digest), parameters: parameters) }
    }

    /// Indicates whether a hash is that of another system's digest.
    ///
    /// - Throws: ``HashPool/Overloaded``.
    package func isWrapped(_ digest: Data, by hash: String) async throws -> Bool {
        try await pool.run { Argon2id.verify(Array(digest), hash: hash) }
    }

    /// The salt and the tag of a hash, if it has the current parameters.
    package func parts(of hash: String) -> (salt: Data, tag: Data)? { Argon2id.parts(of: hash, parameters: parameters) }

    /// Compares a password with an imported hash.
    ///
    /// Where the other system's function is fast, a hash is computed as well whatever is stored, as for any other account.
    ///
    /// - Parameters:
    ///   - password: The password as received.
    ///   - record: The account's password.
    ///   - foreign: The other system's hash.
    /// - Throws: ``HashPool/Overloaded``.
    package func check(_ password: String, against record: PasswordRecord, by foreign: ForeignHash) async throws -> Check {
        try await pool.run(isHeavy: foreign.scheme.algorithm.isHeavy, isImported: true) { [dummy] in
            let digest = try? foreign.digest(of: password)
            let matches: Bool
            if record.isBare {
                let stored = Data(base64Encoded: record.hash) ?? Data()
                matches = digest.map { !$0.isEmpty && FixedTime.areEqual($0, stored) } ?? false
                if digest == nil || foreign.scheme.algorithm.isFast { _ = Argon2id.verify(password, hash: dummy) }
            } else {
                matches = Argon2id.verify(digest ?? [], hash: digest == nil ? dummy : record.hash)
            }
            return Check(matches: matches, isOutdated: true)
        }
    }

    /// Compares a password with an account's hash.
    ///
    /// - Parameters:
    ///   - password: The password as received.
    ///   - hash: The account's hash; `nil` for an unknown account or one without a password. That costs the same, so that
    ///     the time does not reveal which accounts exist.
    /// - Throws: ``HashPool/Overloaded``.
    package func check(_ password: String, against hash: String?) async throws -> Check {
        try await pool.run { [dummy, parameters] in
            let matches = Argon2id.verify(password, hash: hash ?? dummy)
            return Check(
                matches: matches && hash != nil,
                isOutdated: hash.map { Argon2id.isOutdated($0, parameters: parameters) } ?? false)
        }
    }
}
