import VinculaCore

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

    /// Hashes a password.
    ///
    /// - Returns: A PHC string.
    /// - Throws: ``HashPool/Overloaded``, ``Argon2id/Failure``.
    package func hash(_ password: String) async throws -> String {
        try await pool.run { [parameters] in try Argon2id.hash(password, parameters: parameters) }
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
