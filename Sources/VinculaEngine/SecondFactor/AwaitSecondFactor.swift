import Foundation
import VinculaCore
import VinculaCrypto

extension Work {
    /// Makes a sign-in wait for a second factor, within the transaction that accepted its first one.
    ///
    /// - Throws: ``AuthError/sessionKeyRequired`` for a sign-in that could open no session: nobody is asked for a code in vain, and
    ///   none is sent.
    func awaitSecondFactor(of account: Account, firstFactor signIn: SignInFacts) throws -> AwaitedSecondFactor {
        _ = try settings().sessions.keyOfNewSession(proven: provenKey, now: now)
        let credential = SecureRandom.bytes(32).base64URL
        try transaction.insert(
            PendingSignIn(
                id: PendingSignIn.id(of: credential), scope: scope, account: account.id, firstFactor: signIn.provider,
                isByMail: signIn.isByMail, attributes: signIn.attributes, waysIn: account.waysIn,
                expiresAt: now.adding(seconds: PendingSignIn.lifetimeSeconds), key: provenKey))
        return AwaitedSecondFactor(account: account, pendingCredential: credential)
    }
}

extension ScopedReads {
    /// Finds a pending sign-in, and its account in its current state.
    ///
    /// - Parameter counted: `true` if the code that is being checked has already been counted.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``, ``AuthError/userDisabled``,
    ///   ``AuthError/sessionKeyRefused(_:)`` for a request without the key of the first factor's.
    func pendingSignIn(_ credential: String?, counted: Bool = false) throws -> (pending: PendingSignIn, account: Account) {
        guard let credential, !credential.isEmpty else { throw AuthError.missingPendingSignIn }
        guard var pending = try reads.pendingSignIn(PendingSignIn.id(of: credential)), pending.scope == scope else {
            throw AuthError.invalidPendingSignIn
        }
        if counted { pending.failures -= 1 }
        let account = try pending.requireOpen(for: try account(pending.account), now: now)
        try pending.requireKey(provenKey)
        return (pending, account)
    }
}

extension PendingSignIn {
    /// The stored form of an `mfaPendingCredential`.
    static func id(of credential: String) -> String { Data(credential.utf8).sha256.base64URL }
}
