package import Foundation

/// What a project wants of the keys that clients bind their sessions to.
package enum SessionKeys: String, Hashable, Sendable, Codable, CaseIterable {
    /// New sessions are not bound.
    case off
    /// The sessions of clients that have a key are bound to it.
    case optional
    /// Only sessions that are bound are opened and refreshed.
    case required
}

/// A request in a bound session's name, or for a sign-in that began with a key, that did not prove the key.
package struct SessionKeyRefusal: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// There was no proof.
        case missing
        /// It was the proof of another key.
        case other
    }

    package let reason: Reason
    package let scope: ProjectScope
    package let account: AccountID
    /// The session's id; `nil` for a sign-in that waits for its second factor.
    package let session: Data?
    /// True if the request presented a refresh token, so that a client that only has a copy signs out.
    package let isRefresh: Bool

    package init(reason: Reason, scope: ProjectScope, account: AccountID, session: Data?, isRefresh: Bool) {
        self.reason = reason
        self.scope = scope
        self.account = account
        self.session = session
        self.isRefresh = isRefresh
    }
}

extension Session {
    /// Checks that a request holds the session's key, if it is bound to one.
    ///
    /// - Parameters:
    ///   - proven: The key that the request has proven.
    ///   - isRefresh: `true` for a request with a refresh token.
    /// - Throws: ``AuthError/sessionKeyRefused(_:)``.
    package func requireKey(_ proven: KeyThumbprint?, isRefresh: Bool = false) throws(AuthError) {
        guard let key, key != proven else { return }
        throw .sessionKeyRefused(
            SessionKeyRefusal(
                reason: proven == nil ? .missing : .other, scope: scope, account: account, session: id, isRefresh: isRefresh))
    }
}

extension PendingSignIn {
    /// Checks that whoever gives the second factor holds the key that came with the first, if one did.
    ///
    /// - Parameter proven: The key that the request has proven.
    /// - Throws: ``AuthError/sessionKeyRefused(_:)``.
    package func requireKey(_ proven: KeyThumbprint?) throws(AuthError) {
        guard let key, key != proven else { return }
        throw .sessionKeyRefused(
            SessionKeyRefusal(
                reason: proven == nil ? .missing : .other, scope: scope, account: account, session: nil, isRefresh: false))
    }
}

extension SessionSettings {
    /// Decides on the key of a session that is opened.
    ///
    /// A session in which somebody goes on has the key of the one before, and the request must have proven it: whoever found the
    /// session before has asked for that already, and is not relied on here.
    ///
    /// After a session without a key, the new one gets a key only where the project requires keys: another process of the same app
    /// may be of a version that has none, and would be signed out.
    ///
    /// - Parameters:
    ///   - proven: The key that the request has proven.
    ///   - earlier: The session before, or `nil` for a sign-in.
    ///   - isMove: `true` for a session of the server that the project left, which is a refresh to the client.
    ///   - now: The current time.
    /// - Throws: ``AuthError/sessionKeyRefused(_:)``, ``AuthError/sessionKeyRequired``.
    package func keyOfNewSession(
        proven: KeyThumbprint?, after earlier: Session? = nil, isMove: Bool = false, now: Timestamp
    ) throws(AuthError) -> KeyThumbprint? {
        if let earlier, let key = earlier.key {
            try earlier.requireKey(proven)
            return key
        }
        let isContinued = earlier != nil || isMove
        switch keys {
        case .off: return nil
        case .optional: return isContinued ? nil : proven
        case .required:
            if proven == nil, !(isContinued && mayBeUnbound(now: now)) { throw .sessionKeyRequired }
            return proven
        }
    }

    /// Decides on the key of a session that is refreshed.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - proven: The key that the request has proven.
    ///   - now: The current time.
    /// - Returns: The key that the session is bound to from now on; `nil` if nothing changes.
    /// - Throws: ``AuthError/sessionKeyRefused(_:)``, ``AuthError/sessionKeyRequired``; ``AuthError/tokenExpired`` for a session
    ///   that had to be bound before ``unboundUntil``, whoever comes with a key: it may be a thief with an old copy of the token.
    package func keyOfRefreshed(
        _ session: Session, proven: KeyThumbprint?, now: Timestamp
    ) throws(AuthError) -> KeyThumbprint? {
        try session.requireKey(proven, isRefresh: true)
        guard session.key == nil, keys == .required else { return nil }
        if mayBeUnbound(now: now) { return proven }
        guard let proven else { throw .sessionKeyRequired }
        // Without a time, the next refresh binds the session. After a time that was set, nobody knows whose key it is.
        guard unboundUntil == nil else { throw .tokenExpired }
        return proven
    }

    /// Indicates whether sessions that were opened without a key may go on without one although the project requires keys.
    private func mayBeUnbound(now: Timestamp) -> Bool { unboundUntil.map { now < $0 } ?? false }
}
