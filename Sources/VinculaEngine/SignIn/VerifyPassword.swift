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
            let (found, scheme) = try await read(in: scope) { try $0.accountAndScheme(email: email, sealer) }
            let check = try await check(password, of: found, scheme)
            return CheckedPassword(account: found, matches: check.matches, isOutdated: check.isOutdated, success: nil)
        }
        try limits.admit(.signInWithPassword, target: email, in: scope, from: client)
        let keys = PasswordAttemptsKeys(email, in: scope, from: client, sealer: sealer)
        let underWay = limits.guesses.begin(keys)
        defer { limits.guesses.end(keys) }
        let ((found, scheme), here, everywhere) = try await read(in: scope) { reading in
            (
                try reading.accountAndScheme(email: email, sealer),
                try reading.reads.passwordAttempts(keys.neighbourhood) ?? PasswordAttempts(),
                try reading.reads.passwordAttempts(keys.everywhere) ?? PasswordAttempts()
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
        let check = try await check(password, of: found, scheme)
        limits.note(check.matches ? .right : .wrong)
        guard check.matches else {
            try await write(in: scope) { try guesses.noteFailure(keys, $0) }
            return CheckedPassword(account: found, matches: false, isOutdated: false, success: nil)
        }
        let mustNote = GuessingPolicy.mustNoteSuccess(neighbourhood: here, account: everywhere, now: now)
        return CheckedPassword(account: found, matches: true, isOutdated: check.isOutdated, success: mustNote ? keys : nil)
    }

    /// Compares, always with the work of one hash; a password that is longer than any may be is wrong at once.
    private func check(
        _ password: String, of account: Account?, _ scheme: SchemeToCompare?
    ) async throws -> PasswordHasher.Check {
        guard password.utf8.count <= PasswordPolicy.longestBytes else { return .wrong }
        if case .decoy(let decoy) = scheme {
            let foreign = ForeignHash(decoy.scheme, key: Data(repeating: 0, count: 64), salt: decoy.salt)
            try await hasher.waste(on: password, as: foreign)
            return .wrong
        }
        guard let record = account?.password, let imported = record.imported, case .stored(let scheme) = scheme else {
            return try await hasher.check(password, against: account?.password?.hash)
        }
        let key = try scheme.sealedKey.map { try sealer.open($0, place: StoredPasswordScheme.place(scheme.id)) }
        let foreign = ForeignHash(scheme.scheme, key: key ?? Data(), salt: imported.salt)
        return try await hasher.check(password, against: record, by: foreign)
    }
}

/// The scheme that a password is compared under, other than our own.
private enum SchemeToCompare: Sendable {
    case stored(StoredPasswordScheme)
    /// There is nothing to compare with, but the work is done all the same.
    case decoy(DecoyHash)
}

extension ScopedReads {
    /// The account of an email, and how its password was hashed if it was imported.
    ///
    /// A slow hash of another system takes its own time. While a project has some, half of the emails without a password get
    /// that time, too, always the same ones, so that it does not reveal which accounts exist.
    fileprivate func accountAndScheme(email: EmailAddress, _ sealer: Sealer) throws -> (Account?, SchemeToCompare?) {
        let account = try account(email: email)
        // Read for every email, so that the lookup takes no other time either.
        let decoy = try reads.decoyHash(in: scope)
        guard let password = account?.password else {
            let coin = sealer.fingerprint(PasswordAttemptsKeys.target(email, in: scope, sealer: sealer), purpose: "decoy hash")
            return (account, (coin.first ?? 0).isMultiple(of: 2) ? decoy.map { .decoy($0) } : nil)
        }
        guard let imported = password.imported else { return (account, nil) }
        return (account, try reads.passwordScheme(imported.scheme).map { .stored($0) })
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
