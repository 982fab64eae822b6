/// The rule for ways in that a stale session added: one is worth what that session was worth, and ends with it.
///
/// Otherwise a thief with an old session would add an identity of their own, be fresh by it, and outlast what the owner does.
/// Probation ends a week after a mail told the owner. Where no mail could tell them it does not end by time, only by the
/// owner's own change (see ``Account/vouchForWhatIsLeft(now:)``), or by adding the way in again in a fresh session.
public enum Probation {
    /// How long an owner has to read the mail that tells of a new way in, in seconds.
    public static let seconds: Int64 = 7 * 24 * 3600
}

extension Identity {
    /// Whether a sign-in with it proves no more than the session did that added it.
    /// Whether a stale session added it, however long ago.
    public var isOfStaleSession: Bool {
        addition.map { !RecentSignIn.isRecent($0.authTime, now: $0.at) } ?? false
    }

    public func isOnProbation(now: Timestamp) -> Bool {
        guard let addition, isOfStaleSession else { return false }
        // A clock that was set back makes it longer.
        return !addition.isAnnounced || now.seconds(since: addition.at) < Double(Probation.seconds)
    }

    /// Whether it was there before a thief may have been at work of whom the owner has not read yet: what a recovery leaves.
    public func isSettled(now: Timestamp) -> Bool {
    ///
    /// What a stale session added never is. That nobody said a word against it for years proves nothing once the owner takes
    /// something back.
        guard let addition else { return true }
        return !isOfStaleSession && now.seconds(since: addition.at) > Double(Probation.seconds)
    }
}

extension Account {
    /// When somebody who signs in with an identity has proven who they are, where that is not now.
    ///
    /// - Throws: ``AuthError/credentialTooOld`` for what the account's last revocation has ended.
    public func provenAt(by identity: Identity, now: Timestamp) throws(AuthError) -> Timestamp? {
        guard let addition = identity.addition, identity.isOnProbation(now: now) else { return nil }
        // A session begins no earlier than the last revocation, and must not be made fresh by that.
        guard addition.authTime.seconds >= validSince ?? .min else { throw .credentialTooOld }
        return addition.authTime
    }

    /// Takes off the ways in that are on probation: those that sessions added which end now.
    ///
    /// - Parameter authTime: The second before which sessions end; `nil` for all of them.
    public mutating func endProbations(ofSessionsBefore authTime: Int64? = nil, now: Timestamp) {
        identities.removeAll { identity in
            guard identity.isOnProbation(now: now), let addition = identity.addition else { return false }
            return authTime.map { addition.authTime.seconds < $0 } ?? true
        }
    }

    /// Ends the probation of what is left, where a freshly signed-in person has removed everything else that leads to their
    /// account: they know of it, and would otherwise never count as fresh again.
    public mutating func vouchForWhatIsLeft(now: Timestamp) {
        guard email == nil, !hasPasswordProvider, phone == nil, identities.allSatisfy({ $0.isOnProbation(now: now) }) else {
            return
        }
        for index in identities.indices { identities[index].addition = nil }
    }
}

extension EmailAdoption {
    /// What of it a link may do: a stale session gives an account no address, which would lead to it by mail.
    ///
    /// - Parameter authTime: When the session's person proved who they are.
    public func limited(toSessionOf authTime: Timestamp, now: Timestamp) -> EmailAdoption {
        if case .take = self, !RecentSignIn.isRecent(authTime, now: now) { .keep } else { self }
    }
}
