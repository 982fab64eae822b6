extension Account {
    /// Removes everything that somebody who never proved the email could have left behind.
    ///
    /// Called whenever an unproven address is proven: trusted provider, email link, password reset, verification. Anything
    /// verified is never removed. Second factors stay: adding one requires a proven address, so they are not a squatter's,
    /// and a mailbox alone must not get around them. The account keeps its id and its custom claims, which belong to the
    /// administrator. Sessions end with the account's generation; pending credentials are deleted by the store's `purge`.
    ///
    /// - Parameter now: The time from which sessions count.
    package mutating func purge(now: Timestamp) {
        password = nil
        hasEmailLink = false
        identities = []
        displayName = nil
        photoURL = nil
        initialEmail = nil
        endAllSessions(now: now)
    }
}
