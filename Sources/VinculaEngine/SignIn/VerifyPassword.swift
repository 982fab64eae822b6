import Foundation
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
    let success: PasswordAttemptsKeys?
}

/// Checks passwords. Every path that takes one goes through here, so that no path allows more guesses than another.
struct PasswordVerifier: TransactionalUseCases {
    let transactions: Transactions
    let hasher: PasswordHasher
    let limits: RequestLimits
    let guesses: GuessRecords
    let sealer: Sealer

    /// Checks whether a password opens the account of an email.
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
    func verify(
        _ password: String, of email: EmailAddress, in scope: ProjectScope, from client: ClientAddress
    ) async throws -> CheckedPassword {
        guard limits.isOn else {
            let (found, compared) = try await read(in: scope) { try $0.accountAndPassword(email: email, sealer) }
            let check = try await check(password, against: compared)
            return CheckedPassword(account: found, matches: check.matches, isOutdated: check.isOutdated, success: nil)
        }
        try limits.admit(.signInWithPassword, target: email, in: scope, from: client)
        let keys = PasswordAttemptsKeys(email, in: scope, from: client, sealer: sealer)
        let underWay = limits.guesses.begin(keys)
        defer { limits.guesses.end(keys) }
        let ((found, compared), here, everywhere) = try await read(in: scope) { reading in
            (
                try reading.accountAndPassword(email: email, sealer),
                try reading.reads.passwordAttempts(keys.neighbourhood) ?? PasswordAttempts(),
                try reading.reads.passwordAttempts(keys.everywhere) ?? PasswordAttempts()
            )
        }
        let now = clock.now
        let decision = GuessingPolicy.decide(
            neighbourhood: here, account: everywhere, accountSince: found?.createdAt, underWay: underWay, now: now)
        if let wait = decision.retryAfterSeconds {
            limits.note(.refused)
            limits.note(
                RequestLimits.Refusal(rpc: .signInWithPassword, reason: .guesses),
                LimitedLately.Caller(scope: scope, client: client, target: .email(email)))
            throw AuthError.tooManyAttempts(retryAfterSeconds: wait)
        }
        let check = try await check(password, against: compared)
        limits.note(check.matches ? .right : .wrong)
        guard check.matches else {
            try await write(in: scope) { try guesses.noteFailure(keys, of: found, $0) }
            return CheckedPassword(account: found, matches: false, isOutdated: false, success: nil)
        }
        let mustNote = GuessingPolicy.mustNoteSuccess(neighbourhood: here, account: everywhere, now: now)
        return CheckedPassword(account: found, matches: true, isOutdated: check.isOutdated, success: mustNote ? keys : nil)
    }

    /// Compares, always with the work of one hash; a password that is longer than any may be is wrong at once.
    private func check(_ password: String, against compared: ComparedPassword?) async throws -> PasswordHasher.Check {
        guard password.utf8.count <= PasswordPolicy.longestBytes else { return .wrong }
        let check = try await compare(password, compared)
        return compared?.isDecoy == true ? .wrong : check
    }

    private func compare(_ password: String, _ compared: ComparedPassword?) async throws -> PasswordHasher.Check {
        guard let compared, let imported = compared.record.imported, let scheme = compared.scheme else {
            return try await hasher.check(password, against: compared?.record.hash)
        }
        let key = try scheme.sealedKey.map { try sealer.open($0, place: StoredPasswordScheme.place(scheme.id)) }
        let foreign = ForeignHash(scheme.scheme, key: key ?? Data(), salt: imported.salt)
        return try await hasher.check(password, against: compared.record, by: foreign)
    }
}

/// A stored password that a given one is compared with.
private struct ComparedPassword: Sendable {
    let record: PasswordRecord
    /// The scheme of an imported password.
    let scheme: StoredPasswordScheme?
    /// True if it is another account's: the work is done, and the result does not count.
    let isDecoy: Bool
}

extension ScopedReads {
    /// The account of an email, and the password to compare with.
    ///
    /// Imported hashes, and our own with other costs, take their own time. So each email without a password stands in for some
    /// account of the project that has one, always the same while that account keeps it, and takes exactly its time. Any time is
    /// as frequent among unknown emails as among known ones, so that it does not reveal which accounts exist.
    fileprivate func accountAndPassword(email: EmailAddress, _ sealer: Sealer) throws -> (Account?, ComparedPassword?) {
        let account = try account(email: email)
        let target = PasswordAttemptsKeys.target(email, in: scope, sealer: sealer)
        let position = sealer.fingerprint(target, purpose: "decoy hash").prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // Read for every email, so that the lookup takes no other time either.
        let decoy = try reads.samplePassword(at: position, in: scope)
        guard let record = account?.password ?? decoy else { return (account, nil) }
        let scheme = try record.imported.flatMap { try reads.passwordScheme($0.scheme) }
        return (account, ComparedPassword(record: record, scheme: scheme, isDecoy: account?.password == nil))
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
