import Foundation
package import VinculaCore
import VinculaCrypto

/// New recovery codes, shown once.
package struct NewRecoveryCodes: Sendable {
    package let codes: [RecoveryCode]
    /// The session in which the person continues; `nil` if their own goes on.
    package let signedIn: SignedIn?
}

extension AuthEngine {
    /// Makes a set of recovery codes for a person, in place of the one before. The owner is informed by mail.
    ///
    /// The sessions that codes of the old set opened end: whoever makes new codes may have lost the old ones to somebody. If the
    /// person's own session is one of them, they continue in a new one.
    ///
    /// - Parameters:
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    /// - Throws: ``AuthError/secondFactorNotFound`` for an account without second factors, ``AuthError/credentialTooOld``,
    ///   also in a session without a second factor, and the answers to an unusable ID token.
    package func makeRecoveryCodes(idToken: String?, in scope: ProjectScope) async throws -> NewRecoveryCodes {
        let facts = try tokens.verifyCaller(idToken, in: scope, now: clock.now)
        try admit(.mfaEnrollment, by: facts, in: scope)
        let codes = (0..<RecoveryCodeSet.size).map { _ in RecoveryCode(random: SecureRandom.bytes(RecoveryCode.length)) }
        let id = SecondFactorID(UUID().uuidString.lowercased())
        let opened = try await write(in: scope) { work in
            let (old, session) = try work.callerAndSession(facts)
            try SecondFactorPolicy.checkRecoveryCodes(of: old, secondFactor: facts.secondFactor)
            try RecentSignIn.require(authTime: facts.authTime, now: work.now)
            var account = old
            account.recoveryCodes = RecoveryCodeSet(
                id: id, createdAt: work.now,
                createdBy: EnrollmentProof(
                    of: old, authTime: facts.authTime, provider: facts.signInProvider, isByMail: session?.isByMail ?? false))
            try work.update(account, from: old)
            let key = try recoveryCodeKey(work)
            try work.transaction.insert(recoveryCodes: codes.map { $0.fingerprint(of: id, key) }, ofSet: id)
            guard let replaced = old.recoveryCodes else { return OpenedSession?.none }
            // Also those of sets before it. The person's own may be in use by another tab, and is worth no factor any more; it
            // ends when the next set is made.
            for other in try work.reads.openSessions(of: old.id, limit: nil, in: work.scope)
            where other.id != session?.id && other.secondFactor.map({ !account.counts($0) }) ?? false {
                _ = try work.transaction.endSession(other.id)
            }
            guard facts.secondFactor == replaced.id else { return nil }
            let signIn = SignInFacts(
                provider: facts.signInProvider, secondFactor: id, provenAt: facts.authTime, earlier: session,
                claims: session?.claims, attributes: session?.attributes)
            return try sessions.openFirstSession(for: account, by: signIn, work)
        }
        return NewRecoveryCodes(codes: codes, signedIn: try opened.map { try tokens.issue($0) })
    }

    /// The key of the codes' fingerprints; the server creates it once. It is not the master key, which can be changed.
    func recoveryCodeKey(_ work: Work) throws -> Data {
        let name = "recovery-code-key"
        if let sealed = try work.transaction.sealedSecret(name) { return try sealer.open(sealed, place: name) }
        let fresh = try sealer.seal(SecureRandom.bytes(32), place: name)
        return try sealer.open(try work.transaction.keepSealedSecret(fresh, named: name), place: name)
    }
}

extension RecoveryCode {
    /// The stored form of a code, from which it cannot be found without the key.
    func fingerprint(of set: SecondFactorID, _ key: Data) -> Data {
        Data("\(set.value)\u{0}\(characters)".utf8).hmacSHA256(key: key)
    }
}
