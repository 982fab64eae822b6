import Foundation
public import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Finishes a sign-in with a code of one of the account's second factors.
    ///
    /// An attempt is counted before its code is checked, in its own commit: neither concurrent attempts nor a crash give
    /// more guesses than ``SecondFactorGuessing`` allows. A code works once.
    ///
    /// - Parameters:
    ///   - credential: The pending credential from the first factor.
    ///   - factor: The second factor that the code belongs to.
    ///   - code: The code as received.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``,
    ///   ``AuthError/missingSecondFactorID``, ``AuthError/secondFactorNotFound``, ``AuthError/missingCode``,
    ///   ``AuthError/invalidCode``, ``AuthError/userDisabled``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    public func finishSignIn(
        _ credential: String?, factor factorText: String?, code: String?, in scope: ProjectScope
    ) async throws -> SignedIn {
        let now = clock.now
        let found = try await read { try pendingSignIn(credential, in: scope, now: now, $0) }
        guard let factorText, !factorText.isEmpty else { throw AuthError.missingSecondFactorID }
        let id = SecondFactorID(factorText)
        guard found.account.secondFactors.contains(where: { $0.id == id }) else { throw AuthError.secondFactorNotFound }
        guard let code, !code.isEmpty else { throw AuthError.missingCode }
        try limits.admit(.mfaSignIn, target: found.account.id, in: scope)
        try await countCode(of: found.pending, now: now)

        let opened = try await write { transaction in
            let (pending, old) = try self.pendingSignIn(credential, in: scope, now: now, transaction, counted: true)
            guard let factor = old.secondFactors.first(where: { $0.id == id }) else { throw AuthError.secondFactorNotFound }
            let settings = try self.settings(of: scope.project, in: transaction)
            let secret = try self.sealer.open(factor.sealedSecret, place: SecondFactor.place(id))
            guard
                let period = TOTP.period(
                    of: code, secret, at: now.seconds, adjacent: settings.secondFactors.adjacentPeriods),
                try transaction.usePeriod(period, ofSecondFactor: id)
            else { throw AuthError.invalidCode }
            guard try transaction.consumePendingSignIn(pending.id) else { throw AuthError.invalidPendingSignIn }
            try self.forgiveCodes(of: old.id, in: scope, now: now, transaction)
            let wayIn = old.identity(of: pending.firstFactor)
            return try openSession(
                for: old, from: old, provider: pending.firstFactor, secondFactor: id,
                provenAt: try wayIn.flatMap { try old.provenAt(by: $0, now: now) }, in: scope, now: now, transaction)
        }
        return try issue(opened, now: now)
    }

    /// Explains why no code is texted for a pending sign-in: authenticator apps make their codes themselves.
    ///
    /// - Returns: ``AuthError/operationNotAllowed(_:)``.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``,
    ///   ``AuthError/missingSecondFactorID``, ``AuthError/secondFactorNotFound``.
    public func whyNoCodeIsTexted(
        _ credential: String?, factor: String?, in scope: ProjectScope
    ) async throws -> AuthError {
        let now = clock.now
        let found = try await read { try pendingSignIn(credential, in: scope, now: now, $0) }
        guard let factor, !factor.isEmpty else { throw AuthError.missingSecondFactorID }
        guard found.account.secondFactors.contains(where: { $0.id.value == factor }) else {
            throw AuthError.secondFactorNotFound
        }
        return .operationNotAllowed(
            "This second factor is an authenticator app, so no code is sent. Finish with the code that the app shows.")
    }

    // MARK: Guesses

    /// Counts a code that is about to be checked, as a wrong one until it is known to be right.
    ///
    /// This applies even if limits on requests are switched off; only the emulator's clients are exempt.
    private func countCode(of pending: PendingSignIn, now: Timestamp) async throws {
        let refusal = try await write { transaction -> AuthError? in
            let key = codesKey(of: pending.account, in: pending.scope)
            let attempts = try transaction.passwordAttempts(key) ?? PasswordAttempts()
            if countsCodes, let wait = SecondFactorGuessing.decide(attempts, now: now).retryAfterSeconds {
                return .tooManyAttempts(retryAfterSeconds: wait)
            }
            guard try transaction.countCode(ofPendingSignIn: pending.id, most: SecondFactorGuessing.mostOfASignIn) else {
                return .invalidPendingSignIn
            }
            guard countsCodes else { return nil }
            let failed = SecondFactorGuessing.failed(attempts, now: now)
            try transaction.save(failed, key, expiresAt: SecondFactorGuessing.expiry(of: failed))
            try tellOfGuesses(failed.failures, pending, now: now, transaction)
            return nil
        }
        guard let refusal else { return }
        if case .tooManyAttempts = refusal { limits.note(RequestLimits.Refusal(rpc: .mfaSignIn, reason: .guesses)) }
        throw refusal
    }

    private var countsCodes: Bool { limits.isOn || !actionLinks.isEmulator }

    /// Informs the owner, once, and the operator that somebody who passed the first factor is guessing the second.
    private func tellOfGuesses(
        _ count: Int, _ pending: PendingSignIn, now: Timestamp, _ transaction: any WriteTransaction
    ) throws {
        guard count == SecondFactorGuessing.freeFailures || count == SecondFactorGuessing.mostFailures else { return }
        let details: [String: JSONValue] = ["codes": .integer(Int64(count))]
        transaction.record(AuditEvent(.secondFactorGuessing, in: pending.scope, account: pending.account, details: details))
        guard mailDelivery != .none, let account = try transaction.account(pending.account, in: pending.scope),
            account.emailVerified, let email = account.email
        else { return }
        try queue(
            notice: MailOrder(.secondFactorGuessed, project: pending.scope.project, to: email), in: pending.scope, now: now,
            transaction)
    }

    /// Lets an owner in who has reset the password, after somebody who knew the old one guessed codes.
    func relieveCodes(of account: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction) throws {
        let key = codesKey(of: account.id, in: scope)
        guard !account.secondFactors.isEmpty, let attempts = try transaction.passwordAttempts(key) else { return }
        let relieved = SecondFactorGuessing.relieved(attempts, now: now)
        try transaction.save(relieved, key, expiresAt: SecondFactorGuessing.expiry(of: relieved))
    }

    /// Deletes the wrong codes for an account's second factors.
    func forgiveCodes(
        of account: AccountID, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws {
        try transaction.save(PasswordAttempts(), codesKey(of: account, in: scope), expiresAt: now)
    }

    private func codesKey(of account: AccountID, in scope: ProjectScope) -> PasswordAttemptsKey {
        let name = [scope.project, scope.tenant, account.value].joined(separator: "\u{0}")
        let target = sealer.fingerprint(Data(name.utf8), purpose: "second factor codes").prefix(16)
        return PasswordAttemptsKey(target: Data(target), neighbourhood: Data())
    }
}

extension SecondFactor {
    /// The place that a factor's secret is bound to.
    static func place(_ id: SecondFactorID) -> String { "second-factor/\(id.value)" }
}
