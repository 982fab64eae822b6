import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Finishes a sign-in with a code of one of the account's second factors, or with a recovery code in its place.
    ///
    /// An attempt is counted before its code is checked, in its own commit: neither concurrent attempts nor a crash give
    /// more guesses than ``SecondFactorGuessing`` allows. A code works once.
    ///
    /// - Parameters:
    ///   - credential: The pending credential from the first factor.
    ///   - factorText: The ID of the second factor that the code belongs to.
    ///   - code: The code as received.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``,
    ///   ``AuthError/missingSecondFactorID``, ``AuthError/secondFactorNotFound``, ``AuthError/missingCode``,
    ///   ``AuthError/invalidCode``, ``AuthError/userDisabled``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func finishSignIn(
        _ credential: String?, factor factorText: String?, code: String?, in scope: ProjectScope
    ) async throws -> SignedIn {
        let found = try await read(in: scope) { try $0.pendingSignIn(credential) }
        guard let factorText, !factorText.isEmpty else { throw AuthError.missingSecondFactorID }
        let id = SecondFactorID(factorText)
        guard found.account.secondFactors.contains(where: { $0.id == id }) else { throw AuthError.secondFactorNotFound }
        guard let code, !code.isEmpty else { throw AuthError.missingCode }
        try limits.admit(.mfaSignIn, target: found.account.id, in: scope)
        try await countCode(of: found.pending)

        return try await write(in: scope) { work in
            let (pending, old) = try work.pendingSignIn(credential, counted: true)
            guard let factor = old.secondFactors.first(where: { $0.id == id }) else { throw AuthError.secondFactorNotFound }
            if let recovery = RecoveryCode(typed: code) { return try finish(pending, of: old, by: recovery, work) }
            guard case .authenticator(let sealedSecret, _) = factor.means else { throw AuthError.invalidCode }
            let settings = try work.settings()
            let secret = try self.sealer.open(sealedSecret, place: SecondFactor.place(id))
            guard
                let period = TOTP.period(
                    of: code, secret, at: work.now.seconds, adjacent: settings.secondFactors.adjacentPeriods),
                try work.transaction.usePeriod(period, ofSecondFactor: id)
            else { throw AuthError.invalidCode }
            return try finish(pending, of: old, by: id, work)
        } signing: {
            try tokens.issue($0)
        }
    }

    /// Opens the session of a sign-in whose second factor was proven; the sign-in is used up.
    func finish(_ pending: PendingSignIn, of account: Account, by factor: SecondFactorID, _ work: Work) throws -> OpenedSession {
        guard try work.transaction.consumePendingSignIn(pending.id) else { throw AuthError.invalidPendingSignIn }
        try guesses.forgiveCodes(of: account.id, work)
        let wayIn = account.identity(of: pending.firstFactor)
        let signIn = SignInFacts(
            provider: pending.firstFactor, secondFactor: factor,
            provenAt: try wayIn.flatMap { try account.provenAt(by: $0, now: work.now) }, isByMail: pending.isByMail,
            attributes: pending.attributes, credential: pending.attributes.map { BlockingCredential($0) })
        return try sessions.openSession(for: account, from: account, by: signIn, work)
    }

    // MARK: Guesses

    /// Counts a code that is about to be checked, as a wrong one until it is known to be right.
    ///
    /// This applies even if limits on requests are switched off; only the emulator's clients are exempt.
    func countCode(of pending: PendingSignIn) async throws {
        let counted = try await write(in: pending.scope) { work in
            let counted = try guesses.countCode(of: pending, work)
            if case .counted(let failures) = counted { try tellOfGuesses(failures, pending, work) }
            return counted
        }
        switch counted {
        case .counted, .exempt: return
        case .tooMany(let wait):
            limits.note(
                RequestLimits.Refusal(rpc: .mfaSignIn, reason: .guesses),
                LimitedLately.Caller(scope: pending.scope, target: .account(pending.account)))
            throw AuthError.tooManyAttempts(retryAfterSeconds: wait)
        case .signInIsOver: throw AuthError.invalidPendingSignIn
        }
    }

    /// Informs the owner, once, and the operator that somebody who passed the first factor is guessing the second.
    private func tellOfGuesses(
        _ count: Int, _ pending: PendingSignIn, _ work: Work
    ) throws {
        guard count == SecondFactorGuessing.freeFailures || count == SecondFactorGuessing.mostFailures else { return }
        let details: [String: JSONValue] = ["codes": .integer(Int64(count))]
        work.record(.secondFactorGuessing, account: pending.account, details: details)
        guard mail.isSet(try work.settings()), let account = try work.account(pending.account),
            account.emailVerified, let email = account.email
        else { return }
        try mail.queue(
            notice: MailOrder(.secondFactorGuessed, project: pending.scope.project, to: email), work)
    }
}

extension SecondFactor {
    /// The place that a factor's secret is bound to.
    static func place(_ id: SecondFactorID) -> String { "second-factor/\(id.value)" }
}
