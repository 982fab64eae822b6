import VinculaCore
import VinculaCrypto

/// The result of checking a password.
struct CheckedPassword: Sendable {
    /// The account of the email; `nil` if there is none.
    let account: Account?
    let matches: Bool
    /// True if the hash should be renewed; meaningful if it matches.
    let isOutdated: Bool
    /// The keys under which the transaction that opens the session has to record the success, if it has to.
    fileprivate let success: PasswordAttemptsKeys?
}

extension AuthEngine {
    /// Checks whether a password opens the account of an email. Every path that takes a password goes through here, so that
    /// no path allows more guesses than another.
    ///
    /// An attempt is counted before its hash is computed: in memory at once, and in the store, in its own commit, before the
    /// caller learns that it was wrong. So neither concurrent attempts nor a crash give more guesses than ``GuessingPolicy``
    /// allows. An email without an account is counted in the same way.
    ///
    /// - Parameters:
    ///   - password: The password as received.
    ///   - email: The email of the account.
    ///   - client: The caller's network address.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``, and the hash pool's errors, which do not count as an
    ///   attempt.
    func verifyPassword(
        _ password: String, of email: EmailAddress, in scope: ProjectScope, from client: ClientAddress
    ) async throws -> CheckedPassword {
        guard limits.isOn else {
            let found = try await read { try $0.account(email: email, in: scope) }
            let check = try await check(password, of: found)
            return CheckedPassword(account: found, matches: check.matches, isOutdated: check.isOutdated, success: nil)
        }
        try limits.admit(.signInWithPassword, target: email, in: scope, from: client)
        let keys = PasswordAttemptsKeys(email, in: scope, from: client, sealer: sealer)
        let underWay = limits.guesses.begin(keys)
        defer { limits.guesses.end(keys) }
        let (found, here, everywhere) = try await read { transaction in
            (
                try transaction.account(email: email, in: scope),
                try transaction.passwordAttempts(keys.neighbourhood) ?? PasswordAttempts(),
                try transaction.passwordAttempts(keys.everywhere) ?? PasswordAttempts()
            )
        }
        let now = clock.now
        let decision = GuessingPolicy.decide(
            neighbourhood: here, account: everywhere, accountSince: found?.createdAt, underWay: underWay, now: now)
        if let wait = decision.retryAfterSeconds {
            limits.note(.refused)
            limits.note(RequestLimits.Refusal(rpc: .signInWithPassword, reason: .guesses))
            throw AuthError.tooManyAttempts(retryAfterSeconds: wait)
        }
        let check = try await check(password, of: found)
        limits.note(check.matches ? .right : .wrong)
        guard check.matches else {
            try await noteFailure(keys)
            return CheckedPassword(account: found, matches: false, isOutdated: false, success: nil)
        }
        let mustNote = GuessingPolicy.mustNoteSuccess(neighbourhood: here, account: everywhere, now: now)
        return CheckedPassword(account: found, matches: true, isOutdated: check.isOutdated, success: mustNote ? keys : nil)
    }

    /// Compares, always with the work of one hash; a password that is longer than any may be is wrong at once.
    private func check(_ password: String, of account: Account?) async throws -> PasswordHasher.Check {
        guard password.utf8.count <= PasswordPolicy.longestBytes else { return .wrong }
        return try await hasher.check(password, against: account?.password?.hash)
    }

    private func noteFailure(_ keys: PasswordAttemptsKeys) async throws {
        let now = clock.now
        try await write { transaction in
            for key in [keys.neighbourhood, keys.everywhere] {
                let old = try transaction.passwordAttempts(key) ?? PasswordAttempts()
                let attempts = GuessingPolicy.failed(old, now: now)
                try transaction.save(attempts, key, expiresAt: GuessingPolicy.expiry(of: attempts))
            }
        }
    }

    /// Records that a password was right: its failures are deleted, and its neighbourhood is known. Within the transaction
    /// that opens the session, and only if there is something to write.
    func noteSuccess(_ checked: CheckedPassword, now: Timestamp, _ transaction: any WriteTransaction) throws {
        guard let keys = checked.success else { return }
        try note(successFrom: keys.neighbourhood, now: now, transaction)
        guard try transaction.passwordAttempts(keys.everywhere) != nil else { return }
        try transaction.save(PasswordAttempts(), keys.everywhere, expiresAt: now)
    }

    /// Records that an account has a new password: the guesses at the old one no longer count.
    ///
    /// - Parameter client: The owner's network address, if the owner set it.
    func noteNewPassword(
        of email: EmailAddress, in scope: ProjectScope, from client: ClientAddress?, now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        guard limits.isOn else { return }
        try transaction.forgivePasswordFailures(target: PasswordAttemptsKeys.target(email, in: scope, sealer: sealer))
        guard let client, client != .unknown else { return }
        let keys = PasswordAttemptsKeys(email, in: scope, from: client, sealer: sealer)
        try note(successFrom: keys.neighbourhood, now: now, transaction)
    }

    private func note(
        successFrom key: PasswordAttemptsKey, now: Timestamp, _ transaction: any WriteTransaction
    ) throws {
        let attempts = PasswordAttempts(lastSuccessAt: now)
        try transaction.save(attempts, key, expiresAt: GuessingPolicy.expiry(of: attempts))
    }
}

extension GuessingDecision {
    /// - Returns: `nil` if the password or code may be checked.
    var retryAfterSeconds: Int? {
        switch self {
        case .allow: nil
        case .wait(let seconds): Int(max(1, seconds))
        // The end of this state is not known in advance; there is no need to retry more often than after the longest wait.
        case .closed: 15 * 60
        }
    }
}
