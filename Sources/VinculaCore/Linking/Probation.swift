/// The rule for ways in that a stale session added: one is worth what that session was worth, and ends with it.
///
/// Otherwise a thief with an old session could add an identity of their own, get a fresh sign-in from it, and survive what
/// the owner does. Probation ends a week after a mail informed the owner. If no mail could inform them, it does not end by
/// time, only by the owner's own change
/// (see ``Account/vouchForWhatIsLeft(from:signedInBy:mailLeadsBack:phoneLeadsBack:now:)``), or by adding the way in again in a
/// fresh session. For a recovery it never ends (``Identity/isSettled(now:)``).
package enum Probation {
    /// The time that an owner has to read the mail about a new way in, in seconds.
    package static let seconds: Int64 = 7 * 24 * 3600
}

extension Identity {
    /// True if a stale session added it, however long ago.
    package var isOfStaleSession: Bool {
        addition.map { !RecentSignIn.isRecent($0.authTime, now: $0.at) } ?? false
    }

    /// True if a sign-in with it proves no more than the session that added it did.
    package func isOnProbation(now: Timestamp) -> Bool {
        guard let addition, isOfStaleSession else { return false }
        // A clock that was set back lengthens probation.
        return !addition.isAnnounced || now.seconds(since: addition.at) < Double(Probation.seconds)
    }

    /// Indicates whether the identity was there before a thief, whom the owner has not read about yet, may have been active:
    /// such identities survive a recovery.
    ///
    /// One that a stale session added never qualifies. That nobody objected to it for years proves nothing once the owner
    /// reverts a change.
    package func isSettled(now: Timestamp) -> Bool {
        guard let addition else { return true }
        return !isOfStaleSession && now.seconds(since: addition.at) > Double(Probation.seconds)
    }
}

extension Account {
    /// The time at which somebody who signs in with an identity counts as having proven who they are, if that is not now.
    ///
    /// - Throws: ``AuthError/credentialTooOld`` for an identity that the account's last revocation has ended.
    package func provenAt(by identity: Identity, now: Timestamp) throws(AuthError) -> Timestamp? {
        guard let addition = identity.addition, identity.isOnProbation(now: now) else { return nil }
        // A session cannot begin before the last revocation, and must not become fresh because of it.
        guard addition.authTime.seconds >= validSince ?? .min else { throw .credentialTooOld }
        return addition.authTime
    }

    /// Removes the ways in on probation that were added by sessions which end now.
    ///
    /// - Parameters:
    ///   - authTime: The second before which sessions end; `nil` for all of them.
    ///   - now: The current time.
    package mutating func endProbations(ofSessionsBefore authTime: Int64? = nil, now: Timestamp) {
        identities.removeAll { identity in
            guard identity.isOnProbation(now: now), let addition = identity.addition else { return false }
            return authTime.map { addition.authTime.seconds < $0 } ?? true
        }
    }

    /// Removes the ways in on probation that go with some sessions, which the owner ends now.
    ///
    /// A session takes what it added with it. What a session added that is over already goes with any other of the same
    /// sign-in's time: the owner cannot end the one that added it any more. What a session added that stays open stays with
    /// that one, so that ending a handed-over session takes nothing from the session that handed it over.
    ///
    /// - Parameters:
    ///   - ended: The sessions that end.
    ///   - open: The account's sessions that stay open.
    ///   - now: The current time.
    package mutating func endProbations(of ended: [Session], whileOpen open: [Session], now: Timestamp) {
        let (endedRoots, openRoots) = (Set(ended.map(\.root)), Set(open.map(\.root)))
        let authTimes = Set(ended.map(\.authTime.seconds))
        identities.removeAll { identity in
            guard let addition = identity.addition, identity.isOnProbation(now: now) else { return false }
            if let root = addition.root, endedRoots.contains(root) { return true }
            let staysOpen = addition.root.map(openRoots.contains) ?? false
            return authTimes.contains(addition.authTime.seconds) && !staysOpen
        }
    }

    /// Ends the probation of the only way in that is left, if a freshly signed-in person has removed everything else that
    /// opens their account: they know of it, and could otherwise never have a fresh session again. It then counts as added
    /// now.
    ///
    /// If several are left, there is no telling which are theirs, so they are asked to remove the others first.
    ///
    /// - Parameters:
    ///   - old: The account before the change.
    ///   - provider: The provider that the person signed in with; one that a stale session added cannot vouch for anything.
    ///   - mailLeadsBack: `true` if whoever has the account's mailbox can sign in with it.
    ///   - phoneLeadsBack: `true` if people can sign in with a phone number.
    ///   - now: The current time.
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if several are left that would stay on probation for good.
    package mutating func vouchForWhatIsLeft(
        from old: Account, signedInBy provider: ProviderID, mailLeadsBack: Bool, phoneLeadsBack: Bool, now: Timestamp
    ) throws(AuthError) {
        let left = identities.indices.filter { identities[$0].leadsBack(phone: phoneLeadsBack) }
        guard !mailLeadsBack || email == nil && !hasPasswordProvider, left.allSatisfy({ identities[$0].isOfStaleSession }),
            old.identity(of: provider)?.isOfStaleSession != true
        else { return }
        if let only = left.first, left.count == 1 {
            identities[only].addition = Identity.Addition(at: now, authTime: now, isAnnounced: false)
        } else if identities.contains(where: { $0.addition?.isAnnounced == false }) {
            throw .operationNotAllowed(
                "The remaining sign-in methods were all linked long after a sign-in. First unlink those that you do "
                    + "not want to keep, or link them again.")
        }
    }
}

extension EmailAdoption {
    /// The part of the adoption that a link may do: a stale session cannot give an account an address, which would open it
    /// by mail.
    ///
    /// - Parameters:
    ///   - authTime: The time at which the session's person last signed in.
    ///   - now: The current time.
    package func limited(toSessionOf authTime: Timestamp, now: Timestamp) -> EmailAdoption {
        if case .take = self, !RecentSignIn.isRecent(authTime, now: now) { .keep } else { self }
    }
}
