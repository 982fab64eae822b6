package import Foundation
package import VinculaCore
import VinculaCrypto

/// A request in an operator's session.
package struct ConsoleVisit: Sendable {
    package let account: Account
    /// The operator's rights as they are now.
    package let grant: OperatorGrant
    /// Indicates whether the session gave no second factor, and may do nothing but enrol one.
    package let isForEnrollment: Bool
    /// The token that each form of the session has.
    package let formToken: String
    /// The number of recovery codes that are left; `nil` if none were made.
    package let recoveryCodesLeft: Int?
    /// The session's id.
    package let session: Data
    /// The time of the sign-in.
    let authTime: Timestamp
    /// The time of the request.
    let now: Timestamp

    /// Indicates whether the operator signed in, or entered password and code again, recently enough.
    ///
    /// - Parameter seconds: The time for which a sign-in counts, in seconds.
    package func isFresh(within seconds: Int64) -> Bool { ConsoleSession.isFresh(authTime, within: seconds, now: now) }
}

extension AuthEngine {
    /// Finds the operator whose session a cookie is, and notes the use of the session.
    ///
    /// Rights, revocations and the session's age are read anew for each request.
    ///
    /// - Parameters:
    ///   - cookie: The cookie as received.
    ///   - isUse: `false` for a page that asked for itself again: it must not keep a session open that nobody uses.
    /// - Returns: `nil` for a session that is unknown or over, and for somebody who is no operator any more.
    package func visitConsole(_ cookie: String?, isUse: Bool = true) async throws -> ConsoleVisit? {
        guard let cookie, let token = tokens.refreshTokens.parse(cookie) else { return nil }
        let sealer = sealer
        let found = try await read(in: .operators) { reading -> (visit: ConsoleVisit, session: Session, now: Timestamp)? in
            guard let session = try reading.reads.session(token.sessionID), session.scope == .operators,
                !session.refresh.isEnded, FixedTime.areEqual(session.refresh.active, token.hash),
                let account = try reading.account(session.account), !ConsoleSession.isOver(session, now: reading.now),
                (try? session.requireValid(for: account)) != nil,
                let stored = try reading.reads.storedOperator(account.id)
            else { return nil }
            let isForEnrollment = try reading.isForEnrollment(session, of: account)
            // Who accepted an invitation and enrolled nothing has a password only, which somebody may guess one day.
            let lastEnrollment = stored.createdAt.adding(seconds: OperatorInvitation.lifetimeSeconds)
            guard !isForEnrollment || reading.now <= lastEnrollment else { return nil }
            let visit = ConsoleVisit(
                account: account, grant: stored.grant, isForEnrollment: isForEnrollment,
                formToken: Data(sealer.fingerprint(session.id, purpose: "console form")).base64URL,
                recoveryCodesLeft: try reading.recoveryCodesLeft(of: account)?.count, session: session.id,
                authTime: session.authTime, now: reading.now)
            return (visit, session, reading.now)
        }
        guard let found else { return nil }
        if isUse, ConsoleSession.isWorthNoting(useOf: found.session, now: found.now) {
            try await transactions.claim { try $0.transaction.noteUse(ofSession: found.session.id, at: found.now) }
        }
        return found.visit
    }

    /// Ends an operator's session.
    package func leaveConsole(_ cookie: String?) async throws {
        guard let cookie, let token = tokens.refreshTokens.parse(cookie) else { return }
        try await write(in: .operators) { work in
            guard let session = try work.reads.session(token.sessionID), session.scope == .operators,
                FixedTime.areEqual(session.refresh.active, token.hash)
            else { return }
            guard try work.transaction.endSession(session.id) else { return }
            work.record(.consoleSignOut, account: session.account)
        }
    }

    /// Returns an ID token of an operator's session, for the steps of an enrolment that take one. It never leaves the server.
    ///
    /// - Throws: The errors of ``refreshSession(_:in:)``.
    package func consoleIDToken(_ cookie: String?) async throws -> String {
        guard let cookie else { throw AuthError.missingRefreshToken }
        return try await refreshSession(cookie, in: .operators).tokens.idToken
    }
}
