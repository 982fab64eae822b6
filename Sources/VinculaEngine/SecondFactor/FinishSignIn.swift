import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Finishes a sign-in with a code of one of the account's second factors.
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

        let opened = try await write(in: scope) { work in
            let (pending, old) = try work.pendingSignIn(credential, counted: true)
            guard let factor = old.secondFactors.first(where: { $0.id == id }) else { throw AuthError.secondFactorNotFound }
            let settings = try work.settings()
            let secret = try self.sealer.open(factor.sealedSecret, place: SecondFactor.place(id))
            guard
                let period = TOTP.period(
                    of: code, secret, at: work.now.seconds, adjacent: settings.secondFactors.adjacentPeriods),
                try work.transaction.usePeriod(period, ofSecondFactor: id)
            else { throw AuthError.invalidCode }
            guard try work.transaction.consumePendingSignIn(pending.id) else { throw AuthError.invalidPendingSignIn }
            try guesses.forgiveCodes(of: old.id, work)
            let wayIn = old.identity(of: pending.firstFactor)
            return try sessions.openSession(
                for: old, from: old, provider: pending.firstFactor, secondFactor: id,
                provenAt: try wayIn.flatMap { try old.provenAt(by: $0, now: work.now) }, isByMail: pending.isByMail, work)
        }
        return try tokens.issue(opened)
    }

    /// Explains why no code is texted for a pending sign-in: authenticator apps make their codes themselves.
    ///
    /// - Returns: ``AuthError/operationNotAllowed(_:)``.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``,
    ///   ``AuthError/missingSecondFactorID``, ``AuthError/secondFactorNotFound``.
    package func whyNoCodeIsTexted(
        _ credential: String?, factor: String?, in scope: ProjectScope
    ) async throws -> AuthError {
        let found = try await read(in: scope) { try $0.pendingSignIn(credential) }
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
    private func countCode(of pending: PendingSignIn) async throws {
        let counted = try await write(in: pending.scope) { work in
            let counted = try guesses.countCode(of: pending, work)
            if case .counted(let failures) = counted { try tellOfGuesses(failures, pending, work) }
            return counted
        }
        switch counted {
        case .counted, .exempt: return
        case .tooMany(let wait):
            limits.note(RequestLimits.Refusal(rpc: .mfaSignIn, reason: .guesses))
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
        guard mailDelivery != .none, let account = try work.account(pending.account),
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
