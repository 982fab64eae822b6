/// The rule for ways in that a stale session added: one is worth what that session was worth, and ends with it.
///
/// Otherwise a thief with an old session would add an identity of their own, be fresh by it, and outlast what the owner does.
/// Probation ends a week after a mail told the owner. Where no mail could tell them it does not end by time, only by the
/// owner's own change (see ``Account/vouchForWhatIsLeft(from:signedInBy:mailLeadsBack:now:)``), or by adding the way in again in a
/// fresh session. And as far as a recovery goes it never ends (``Identity/isSettled(now:)``).
public enum Probation {
    /// How long an owner has to read the mail that tells of a new way in, in seconds.
    public static let seconds: Int64 = 7 * 24 * 3600
}

extension Identity {
    /// Whether a stale session added it, however long ago.
    public var isOfStaleSession: Bool {
        addition.map { !RecentSignIn.isRecent($0.authTime, now: $0.at) } ?? false
    }

    /// Whether a sign-in with it proves no more than the session did that added it.
    public func isOnProbation(now: Timestamp) -> Bool {
        guard let addition, isOfStaleSession else { return false }
        // A clock that was set back makes it longer.
        return !addition.isAnnounced || now.seconds(since: addition.at) < Double(Probation.seconds)
    }

    /// Whether it was there before a thief may have been at work of whom the owner has not read yet: what a recovery leaves.
    ///
    /// What a stale session added never is. That nobody said a word against it for years proves nothing once the owner takes
    /// something back.
    public func isSettled(now: Timestamp) -> Bool {
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

    /// Vouches for the one way in that is left, where a freshly signed-in person has removed everything else that leads to their
    /// account: they know of it, and would otherwise never count as fresh again. It counts as if they had added it now.
    ///
    /// Of several nobody can tell which are theirs, so they are asked to remove the others first.
    ///
    /// - Parameters:
    ///   - old: The account before.
    ///   - provider: What the person signed in by: what a stale session added vouches for nothing.
    ///   - mailLeadsBack: Whether whoever has the account's mailbox can sign in by it.
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` where several are left that would stay on probation for good.
    public mutating func vouchForWhatIsLeft(
        from old: Account, signedInBy provider: ProviderID, mailLeadsBack: Bool, now: Timestamp
    ) throws(AuthError) {
        guard !mailLeadsBack || email == nil && !hasPasswordProvider, identities.allSatisfy(\.isOfStaleSession),
            old.identity(of: provider)?.isOfStaleSession != true
        else { return }
        if identities.count == 1 {
            identities[0].addition = Identity.Addition(at: now, authTime: now, isAnnounced: false)
        } else if identities.contains(where: { $0.addition?.isAnnounced == false }) {
            throw .operationNotAllowed(
                "The ways in that would be left were all linked long after a sign-in. Unlink those that you do not keep first, "
                    + "or link them again.")
        }
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
