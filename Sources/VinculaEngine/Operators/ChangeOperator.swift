package import VinculaCore

extension OperatorAdministration {
    /// Changes the role and the projects of an operator. It counts from their next request on.
    ///
    /// - Parameters:
    ///   - email: The operator's address.
    ///   - grant: The new rights.
    ///   - actor: The operator who changes them; `nil` for somebody with a shell on the server.
    /// - Throws: ``Refusal``.
    package func setGrant(of email: String, to grant: OperatorGrant, by actor: AccountID?) async throws {
        try await write(in: .operators) { work in
            try work.requireManager(actor)
            let old = try work.storedOperator(email: email)
            try work.requireProjects(of: grant)
            try work.checkChange(of: old, to: grant, by: actor)
            guard old.grant != grant else { return }
            try work.transaction.save(StoredOperator(account: old.account, grant: grant, createdAt: old.createdAt))
            if old.grant.managesOperators { try work.endInvitations() }
            work.record(
                .operatorChange, account: old.account,
                details: ["grant": .object(["from": old.grant.record, "to": grant.record])])
        }
    }

    /// Removes an operator, with the account and its sessions.
    ///
    /// - Throws: ``Refusal``.
    package func remove(_ email: String, by actor: AccountID?) async throws {
        try await write(in: .operators) { work in
            try work.requireManager(actor)
            let old = try work.storedOperator(email: email)
            try work.checkChange(of: old, to: nil, by: actor)
            try work.delete(old.account)
            if old.grant.managesOperators { try work.endInvitations() }
            work.record(.operatorRemove, account: old.account, details: ["grant": old.grant.record])
        }
    }
}

extension Work {
    /// Ends all open invitations: who manages operators no more may have made one to come back by.
    fileprivate func endInvitations() throws {
        for invitation in try reads.operatorInvitations() { _ = try transaction.consumeOperatorInvitation(invitation.id) }
    }

    /// - Throws: ``OperatorAdministration/Refusal/noSuchOperator(_:)``.
    func storedOperator(email: String) throws -> StoredOperator {
        guard let address = EmailAddress(email), let account = try account(email: address),
            let stored = try reads.storedOperator(account.id)
        else { throw OperatorAdministration.Refusal.noSuchOperator(String(email.prefix(254))) }
        return stored
    }

    /// - Throws: ``OperatorAdministration/Refusal/lastOwner``, ``OperatorAdministration/Refusal/ownRights``.
    fileprivate func checkChange(of old: StoredOperator, to grant: OperatorGrant?, by actor: AccountID?) throws {
        // Whoever has not enrolled a second factor cannot get in, and perhaps never will.
        let managers = try reads.storedOperators().count { stored in
            guard stored.grant.managesOperators else { return false }
            return try stored.account == old.account || account(stored.account)?.secondFactors.isEmpty == false
        }
        switch OperatorRights.refusal(of: old.grant, to: grant, isOwn: old.account == actor, managers: managers) {
        case .lastOwner: throw OperatorAdministration.Refusal.lastOwner
        case .ownRights: throw OperatorAdministration.Refusal.ownRights
        case nil: return
        }
    }
}

extension WriteTransaction {
    /// Takes a project that is being deleted from the rights of operators: another one may get its name.
    func takeFromOperators(_ project: String) throws {
        for stored in try storedOperators() {
            guard case .some(let projects) = stored.grant.reach, projects.contains(project) else { continue }
            let rest = OperatorGrant(role: stored.grant.role, reach: .some(projects.subtracting([project])))
            try save(StoredOperator(account: stored.account, grant: rest, createdAt: stored.createdAt))
        }
        for invitation in try operatorInvitations() {
            guard case .some(let projects) = invitation.grant.reach, projects.contains(project) else { continue }
            _ = try consumeOperatorInvitation(invitation.id)
        }
    }
}
