extension Account {
    /// Removes all that somebody who never proved the email could have left behind.
    ///
    /// Called wherever an address is proven that was unproven before: trusted provider, email link, password reset,
    /// verification. What was verified is never removed. Second factors stay: nobody adds one without a proven address, so they are
    /// no squatter's, and a mailbox alone must not be a way round them. The account keeps its id and its custom claims, which belong to
    /// the administrator. Sessions end with the account's generation; pending credentials are deleted by the store's `purge`.
    ///
    /// - Parameter now: The moment from which sessions count.
    public mutating func purge(now: Timestamp) {
        password = nil
        hasEmailLink = false
        identities = []
        phone = nil
        displayName = nil
        photoURL = nil
        initialEmail = nil
        endAllSessions(now: now)
    }
}
