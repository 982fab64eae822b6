/// The rule that sensitive changes require a recent sign-in.
package enum RecentSignIn {
    /// The time that a sign-in counts as recent, in seconds (FirebaseUI documents five minutes).
    package static let seconds: Int64 = 300

    /// Checks that a person signed in recently enough to change a password, an email or second factors, or to delete the
    /// account.
    ///
    /// - Parameters:
    ///   - authTime: The time at which the session's person last signed in.
    ///   - now: The current time.
    /// - Throws: ``AuthError/credentialTooOld``.
    package static func require(authTime: Timestamp, now: Timestamp) throws(AuthError) {
        guard isRecent(authTime, now: now) else { throw .credentialTooOld }
    }

    /// Indicates whether a person signed in recently enough.
    package static func isRecent(_ authTime: Timestamp, now: Timestamp) -> Bool {
        // After the clock was set back, a sign-in in the future does not count as recent: its real age is unknown.
        (-60...seconds).contains(now.seconds - authTime.seconds)
    }
}
