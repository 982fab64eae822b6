import Foundation
package import VinculaCore
import VinculaCrypto

/// A secret for an authenticator app, shown once.
package struct NewAuthenticator: Sendable {
    /// In Base32.
    package let secret: String
    /// The token to be sent back with its first code.
    package let sessionInfo: String
    package let expiresAt: Timestamp
    /// The algorithm for making codes from the secret (RFC 6238).
    package let algorithm = "SHA1"
    package let digits = TOTP.digits
    package let periodSeconds = Int(TOTP.periodSeconds)
}

extension AuthEngine {
    /// Creates a secret for an authenticator app that a person wants to enrol.
    ///
    /// - Throws: ``AuthError/credentialTooOld``, the errors of ``SecondFactorPolicy``, and the answers to an unusable ID
    ///   token.
    package func startEnrollment(idToken: String?, in scope: ProjectScope) async throws -> NewAuthenticator {
        let facts = try tokens.verifyCaller(idToken, for: .enrollSecondFactor, in: scope, now: clock.now)
        try admit(.mfaEnrollment, by: facts, in: scope)
        let now = clock.now
        let secret = SecureRandom.bytes(TOTP.secretLength)
        let sessionInfo = SecureRandom.bytes(32).base64URL
        let id = SecondFactorEnrollment.id(of: sessionInfo)
        let expiresAt = now.adding(seconds: SecondFactorEnrollment.lifetimeSeconds)
        let sealed = try sealer.seal(secret, place: SecondFactorEnrollment.place(id))
        try await write(in: scope) { work in
            let account = try enroller(facts, work).account
            try work.transaction.insert(
                SecondFactorEnrollment(
                    id: id, scope: scope, account: account.id, sealedSecret: sealed, expiresAt: expiresAt))
        }
        return NewAuthenticator(secret: secret.base32, sessionInfo: sessionInfo, expiresAt: expiresAt)
    }

    /// Enrols an authenticator app that has shown a code for the secret.
    ///
    /// All sessions except the returned one end: they were opened without the factor. The owner is informed by mail.
    ///
    /// - Parameters:
    ///   - sessionInfo: The token that came with the secret.
    ///   - code: The app's first code. It does not work a second time.
    ///   - displayName: The person's name for the app.
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingSessionInfo``, ``AuthError/invalidSessionInfo``, ``AuthError/sessionInfoExpired``,
    ///   ``AuthError/missingCode``, ``AuthError/invalidCode``, ``AuthError/credentialTooOld``, the errors of
    ///   ``SecondFactorPolicy``, and the answers to an unusable ID token.
    package func finishEnrollment(
        _ sessionInfo: String?, code: String?, displayName: String?, idToken: String?, in scope: ProjectScope
    ) async throws -> SignedIn {
        let facts = try tokens.verifyCaller(idToken, for: .enrollSecondFactor, in: scope, now: clock.now)
        guard let sessionInfo, !sessionInfo.isEmpty else { throw AuthError.missingSessionInfo }
        guard let code, !code.isEmpty else { throw AuthError.missingCode }
        try SecondFactor.checkName(displayName)
        try admit(.mfaEnrollment, by: facts, in: scope)
        let id = SecondFactorEnrollment.id(of: sessionInfo)
        let isOpen = try await write(in: scope) { work in
            let account = try enroller(facts, work).account
            guard let enrollment = try work.transaction.secondFactorEnrollment(id), enrollment.scope == scope,
                enrollment.account == account.id
            else { throw AuthError.invalidSessionInfo }
            guard work.now < enrollment.expiresAt else { throw AuthError.sessionInfoExpired }
            return try work.transaction.countCode(ofEnrollment: id, most: SecondFactorGuessing.mostOfASignIn)
        }
        guard isOpen else { throw AuthError.invalidSessionInfo }

        let opened = try await write(in: scope) { work in
            let (old, session) = try enroller(facts, work)
            guard let enrollment = try work.transaction.secondFactorEnrollment(id), enrollment.account == old.id else {
                throw AuthError.invalidSessionInfo
            }
            let settings = try work.settings()
            let secret = try self.sealer.open(enrollment.sealedSecret, place: SecondFactorEnrollment.place(id))
            guard
                let period = TOTP.period(
                    of: code, secret, at: work.now.seconds, adjacent: settings.secondFactors.adjacentPeriods)
            else { throw AuthError.invalidCode }
            guard try work.transaction.consumeSecondFactorEnrollment(id) else { throw AuthError.invalidSessionInfo }
            let factor = SecondFactorID(UUID().uuidString.lowercased())
            let means = SecondFactor.Means.authenticator(
                sealedSecret: try self.sealer.seal(secret, place: SecondFactor.place(factor)), lastPeriod: period)
            return try add(factor, means, named: displayName, to: old, facts, session, work)
        }
        return try tokens.issue(opened)
    }

    /// Adds a factor that was proven, and continues the session that did so; all others end.
    func add(
        _ id: SecondFactorID, _ means: SecondFactor.Means, named displayName: String?, to old: Account, _ facts: IDTokenFacts,
        _ session: Session?, _ work: Work
    ) throws -> OpenedSession {
        var account = old
        account.secondFactors.append(
            SecondFactor(
                id: id, displayName: displayName.flatMap { $0.isEmpty ? nil : $0 }, enrolledAt: work.now, means: means,
                enrolledBy: EnrollmentProof(
                    of: old, authTime: facts.authTime, provider: facts.signInProvider, isByMail: session?.isByMail ?? false)))
        account.endAllSessions(now: work.now)
        return try sessions.continueSession(
            for: account, from: old, earlier: facts, provider: facts.signInProvider, secondFactor: id, work)
    }

    /// The account of a person who may enrol a factor now, and the person's session.
    ///
    /// - Parameter phone: The number, if the factor is a phone.
    func enroller(
        _ facts: IDTokenFacts, phone: PhoneNumber? = nil, _ reading: some ScopedReads
    ) throws -> (account: Account, session: Session?) {
        let (account, session) = try reading.callerAndSession(facts)
        let settings = try reading.settings()
        try SecondFactorPolicy.checkAddition(
            to: account, firstFactor: facts.signInProvider, secondFactor: facts.secondFactor, phone: phone,
            settings: settings.secondFactors)
        try RecentSignIn.require(authTime: facts.authTime, now: reading.now)
        return (account, session)
    }
}

extension SecondFactorEnrollment {
    /// The stored form of a `sessionInfo`.
    static func id(of sessionInfo: String) -> String { Data(sessionInfo.utf8).sha256.base64URL }

    /// The place that a secret is bound to before its factor is enrolled.
    static func place(_ id: String) -> String { "second-factor-enrollment/\(id)" }
}
