/// The rules of a recovery: what an account keeps, loses and gets back when its owner undoes a change with a mailed code.
extension Account {
    /// Removes what a thief may sign in with: ways in and second factors that were added, and the password, which they may
    /// know or have set. Gives back what the code restores: the address, and a way in that was removed. If mail does not lead
    /// back to an account that would be left without a way in, those that the owner had before are restored too.
    ///
    /// - Parameters:
    ///   - code: The code; one of those that take something back.
    ///   - mailLeadsBack: `true` if whoever has the account's mailbox can sign in with it.
    ///   - phoneLeadsBack: `true` if people can sign in with a phone number.
    ///   - isFree: `true` if an identity belongs to no account.
    package mutating func recover(
        by code: ActionCode, mailLeadsBack: Bool, phoneLeadsBack: Bool, isFree: (IdentityKey) throws -> Bool
    ) rethrows {
        let kept = code.target.identitiesBefore ?? []
        password = nil
        identities.removeAll { !kept.contains($0.key) }
        if let removed = code.target.removedIdentity, identity(of: removed.key.provider) == nil, try isFree(removed.key) {
            identities.append(removed.identity)
        }
        if !mailLeadsBack, !identities.contains(where: { $0.leadsBack(phone: phoneLeadsBack) }) {
            for key in kept where identity(of: key.provider) == nil {
                guard try isFree(key) else { continue }
                identities.append(RemovedIdentity(key: key, addition: nil).identity)
            }
        }
        secondFactors.removeAll { !code.keeps($0) }
        if let set = recoveryCodes, !code.keeps(set) { recoveryCodes = nil }
        guard let email = code.email, email != self.email || !emailVerified || code.purpose == .recoverEmail else { return }
        self.email = email
        emailVerified = true
        initialEmail = nil
    }

    /// Returns the parts of this account that another state of it no longer has.
    package func parts(missingIn account: Account) -> [AccountPart] {
        var parts: [AccountPart] = []
        if password != nil, account.password == nil { parts.append(.password) }
        let identities = account.identities.map(\.key)
        parts += self.identities.filter { !identities.contains($0.key) }.map { .wayIn($0.key.provider) }
        let factors = account.secondFactors.map(\.id)
        parts += secondFactors.filter { !factors.contains($0.id) }.map {
            $0.phone == nil ? .authenticator(since: $0.enrolledAt) : .phoneFactor(since: $0.enrolledAt)
        }
        if let set = recoveryCodes, account.recoveryCodes?.id != set.id { parts.append(.recoveryCodes(since: set.createdAt)) }
        return parts
    }
}

/// A part of an account that a recovery removes, as people are told of it.
package enum AccountPart: Hashable, Sendable, Codable {
    case password
    case wayIn(ProviderID)
    case authenticator(since: Timestamp)
    /// A phone as a second factor.
    case phoneFactor(since: Timestamp)
    case recoveryCodes(since: Timestamp)
}

/// An identity that was removed, as the code that restores it remembers it.
package struct RemovedIdentity: Hashable, Sendable, Codable {
    package let key: IdentityKey
    /// Restored with it, so that it is no more settled than it was.
    package let addition: Identity.Addition?

    package init(key: IdentityKey, addition: Identity.Addition?) {
        self.key = key
        self.addition = addition
    }

    /// The identity without the provider's profile of the person, which is filled in at the next sign-in.
    fileprivate var identity: Identity { Identity(key: key, email: nil, profile: Profile(), addition: addition) }
}

extension ActionCode {
    /// Indicates whether a second factor stays on the account when this code reverts a change: it was there before, or its
    /// owner has proven since that they are not the thief.
    ///
    /// Their proof is a sign-in after the mail with a way in that the code keeps, or with a link that was mailed to the same
    /// mailbox, since a thief has none of these. A password proves nothing here: the thief may know it.
    package func keeps(_ factor: SecondFactor) -> Bool {
        guard factor.id != target.secondFactor else { return false }
        if let proof = factor.enrolledBy, isOfOwner(proof) { return true }
        // Codes of older versions do not list the factors.
        return target.secondFactorsBefore?.contains(factor.id) ?? (factor.enrolledAt < createdAt)
    }

    /// Indicates whether recovery codes stay on the account when this code reverts a change, by the same rule.
    package func keeps(_ set: RecoveryCodeSet) -> Bool { set.id == target.recoveryCodesBefore || isOfOwner(set.createdBy) }

    private func isOfOwner(_ proof: EnrollmentProof) -> Bool {
        guard proof.signedInAt > createdAt else { return false }
        if let wayIn = proof.wayIn, target.identitiesBefore?.contains(wayIn) == true { return true }
        return proof.mailbox.map { $0 == email } ?? false
    }
}

extension ActionCode {
    /// Indicates whether there is still something for this code to take back: what it removes is there, and what it restores
    /// is not.
    package func applies(to account: Account) -> Bool {
        switch purpose {
        case .recoverEmail, .revertPasswordChange, .revertSignIn: true
        case .revertSecondFactorAddition: account.secondFactors.contains { $0.id == target.secondFactor }
        // Also for a set that replaced the one that the mail told of.
        case .revertRecoveryCodes: account.recoveryCodes.map { !keeps($0) } ?? false
        case .revertSignInMethodAddition: account.identities.contains { $0.key == target.addedIdentity }
        case .revertSignInMethodRemoval:
            target.removedIdentity.map { removed in
                guard let present = account.identity(of: removed.key.provider)?.key else { return true }
                return present != removed.key && target.identitiesBefore?.contains(present) != true
            } ?? false
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: false
        }
    }
}

extension Identity {
    /// True if its holder can sign in with it.
    ///
    /// - Parameter phone: `true` if people can sign in with a phone number.
    func leadsBack(phone: Bool) -> Bool { phone || key.provider != .phone }
}
