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

    /// Whether a person signed in lately enough.
    public static func isRecent(_ authTime: Timestamp, now: Timestamp) -> Bool {
        // After the clock was set back, a sign-in of the future is nobody's recent one: it could be of any age by then.
        (-60...seconds).contains(now.seconds - authTime.seconds)
    }
}
