/// The rule that sensitive changes want a recent sign-in.
public enum RecentSignIn {
    /// How long a sign-in counts as recent, in seconds (FirebaseUI documents five minutes).
    public static let seconds: Int64 = 300

    /// Checks that a person signed in lately enough to change a password, an email, second factors, or to delete.
    ///
    /// - Parameters:
    ///   - authTime: When the session's person last proved who they are.
    ///   - now: The present moment.
    /// - Throws: ``AuthError/credentialTooOld``.
    public static func require(authTime: Timestamp, now: Timestamp) throws(AuthError) {
        guard isRecent(authTime, now: now) else { throw .credentialTooOld }
    }

    /// How long a way in that a stale session added proves nothing more than that session did, in seconds: as long as its owner
    /// has to read the mail that tells of it.
    public static let probationSeconds: Int64 = 7 * 24 * 3600

    /// When somebody who signs in with an identity has proven who they are: now, except where a stale session added it lately.
    /// Else a thief with an old session would add an identity of their own and be fresh by it.
    public static func authTime(of identity: Identity, now: Timestamp) -> Timestamp {
        guard let addition = identity.addition, !isRecent(addition.authTime, now: addition.at),
            abs(now.seconds(since: addition.at)) < Double(probationSeconds)
        else { return now }
        return addition.authTime
    }

    private static func isRecent(_ authTime: Timestamp, now: Timestamp) -> Bool {
        // After the clock was set back, a sign-in of the future is nobody's recent one: it could be of any age by then.
        (-60...seconds).contains(now.seconds - authTime.seconds)
    }
}
