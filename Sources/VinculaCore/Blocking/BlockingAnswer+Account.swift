extension Account {
    /// Makes the changes of a function's answer, as an administrator could.
    package mutating func apply(_ answer: BlockingAnswer, now: Timestamp) {
        if let change = answer.displayName { displayName = change.value }
        if let change = answer.photoURL { photoURL = change.value }
        if let verified = answer.emailVerified { emailVerified = verified && email != nil }
        // Equal claims keep their text, so that a sign-in that changes nothing is no change.
        if let claims = answer.customClaims, claims.members != customClaims?.members ?? [:] {
            customClaims = claims.members.isEmpty ? nil : claims
        }
        guard let disabled = answer.isDisabled, disabled != isDisabled else { return }
        isDisabled = disabled
        if disabled { endAllSessions(now: now) }
    }
}
