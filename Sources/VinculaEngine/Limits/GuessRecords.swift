import Foundation
import VinculaCore
import VinculaCrypto

/// The stored records of wrong passwords and wrong codes; ``GuessingPolicy`` and ``SecondFactorGuessing`` judge them.
struct GuessRecords: Sendable {
    let sealer: Sealer
    /// True if new passwords and right ones are recorded: limits on requests are on.
    let countsPasswords: Bool
    /// True if wrong codes are counted, also where limits on requests are switched off. Only the emulator's clients are
    /// exempt.
    let countsCodes: Bool

    // MARK: Passwords

    /// Counts a wrong password. Some of those for operators are recorded.
    ///
    /// - Parameters:
    ///   - keys: The keys under which it counts.
    ///   - account: The account of the email, if there is one.
    ///   - work: The decision.
    func noteFailure(_ keys: PasswordAttemptsKeys, of account: Account?, _ work: Work) throws {
        for key in [keys.neighbourhood, keys.everywhere] {
            let old = try work.transaction.passwordAttempts(key) ?? PasswordAttempts()
            let attempts = GuessingPolicy.failed(old, now: work.now)
            try work.transaction.save(attempts, key, expiresAt: GuessingPolicy.expiry(of: attempts))
            guard key == keys.everywhere, work.scope == .operators, let account else { continue }
            work.recordWrongPassword(of: account, attempts.failures)
        }
    }

    /// Records that a password was right: its failures are deleted, and its neighbourhood is known. Within the transaction
    /// that opens the session, and only if there is something to write.
    func noteSuccess(_ checked: CheckedPassword, _ work: Work) throws {
        guard let keys = checked.success else { return }
        try note(successFrom: keys.neighbourhood, work)
        guard try work.transaction.passwordAttempts(keys.everywhere) != nil else { return }
        try work.transaction.save(PasswordAttempts(), keys.everywhere, expiresAt: work.now)
    }

    /// Records that an account has a new password: the guesses at the old one no longer count.
    ///
    /// - Parameter client: The owner's network address, if the owner set it.
    func noteNewPassword(of email: EmailAddress, from client: ClientAddress?, _ work: Work) throws {
        guard countsPasswords else { return }
        try work.transaction.forgivePasswordFailures(
            target: PasswordAttemptsKeys.target(email, in: work.scope, sealer: sealer))
        guard let client, client != .unknown else { return }
        let keys = PasswordAttemptsKeys(email, in: work.scope, from: client, sealer: sealer)
        try note(successFrom: keys.neighbourhood, work)
    }

    private func note(successFrom key: PasswordAttemptsKey, _ work: Work) throws {
        let attempts = PasswordAttempts(lastSuccessAt: work.now)
        try work.transaction.save(attempts, key, expiresAt: GuessingPolicy.expiry(of: attempts))
    }

    // MARK: Codes

    /// The outcome of counting a code.
    enum CountedCode: Sendable {
        /// The number of wrong codes for the account, with this one.
        case counted(failures: Int)
        case exempt
        /// Too many wrong codes for the account.
        case tooMany(retryAfterSeconds: Int)
        /// Too many codes for this sign-in.
        case signInIsOver
    }

    /// Counts a code for a pending sign-in, and as a wrong one for its account.
    func countCode(of pending: PendingSignIn, _ work: Work) throws -> CountedCode {
        let key = codesKey(of: pending.account, in: work.scope)
        let attempts = try work.transaction.passwordAttempts(key) ?? PasswordAttempts()
        if countsCodes, let wait = SecondFactorGuessing.decide(attempts, now: work.now).retryAfterSeconds {
            return .tooMany(retryAfterSeconds: wait)
        }
        guard try work.transaction.countCode(ofPendingSignIn: pending.id, most: SecondFactorGuessing.mostOfASignIn) else {
            return .signInIsOver
        }
        guard countsCodes else { return .exempt }
        let failed = SecondFactorGuessing.failed(attempts, now: work.now)
        try work.transaction.save(failed, key, expiresAt: SecondFactorGuessing.expiry(of: failed))
        return .counted(failures: failed.failures)
    }

    /// Lets an owner in who has reset the password, after somebody who knew the old one guessed codes.
    func relieveCodes(of account: Account, _ work: Work) throws {
        let key = codesKey(of: account.id, in: work.scope)
        guard !account.secondFactors.isEmpty, let attempts = try work.transaction.passwordAttempts(key) else { return }
        let relieved = SecondFactorGuessing.relieved(attempts, now: work.now)
        try work.transaction.save(relieved, key, expiresAt: SecondFactorGuessing.expiry(of: relieved))
    }

    /// Deletes the wrong codes for an account's second factors.
    func forgiveCodes(of account: AccountID, _ work: Work) throws {
        try work.transaction.save(PasswordAttempts(), codesKey(of: account, in: work.scope), expiresAt: work.now)
    }

    /// The record of wrong codes for an account's second factors, if there is one.
    func codes(of account: AccountID, _ reading: some ScopedReads) throws -> PasswordAttempts? {
        try reading.reads.passwordAttempts(codesKey(of: account, in: reading.scope))
    }

    private func codesKey(of account: AccountID, in scope: ProjectScope) -> PasswordAttemptsKey {
        let name = [scope.project, scope.tenant, account.value].joined(separator: "\u{0}")
        let target = sealer.fingerprint(Data(name.utf8), purpose: "second factor codes").prefix(16)
        return PasswordAttemptsKey(target: Data(target), neighbourhood: Data())
    }
}
