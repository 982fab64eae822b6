import VinculaCore
import VinculaEngine

extension Transaction {
    func insert(_ account: Account, in scope: ProjectScope) throws {
        let rowID = try insertRow(account, in: scope)
        do {
            for identity in account.identities { try insert(identity, ofRow: rowID, in: scope) }
            try updateSecondFactors(ofRow: rowID, to: account.secondFactors, from: [])
            try updateRecoveryCodes(ofRow: rowID, to: account.recoveryCodes, from: nil)
        } catch {
            // Not with a savepoint, which would slow an import down by two fifths.
            if db.connection.canGoOn { try db.run("DELETE FROM accounts WHERE id = ?", [rowID]) }
            throw error
        }
        knownRows.note(rowID, of: account.id, in: scope)
        journal.note(.created(account, in: scope))
    }

    func update(_ account: Account, from old: Account, in scope: ProjectScope) throws {
        let rowID = try rowID(of: old.id, in: scope)
        var cookiesUntil: Timestamp?
        if account.identities == old.identities, account.secondFactors == old.secondFactors,
            account.recoveryCodes == old.recoveryCodes
        {
            cookiesUntil = try updateRow(rowID, to: account, from: old)
        } else {
            try db.savepoint {
                cookiesUntil = try updateRow(rowID, to: account, from: old)
                try updateIdentities(ofRow: rowID, to: account.identities, from: old.identities, in: scope)
                try updateSecondFactors(ofRow: rowID, to: account.secondFactors, from: old.secondFactors)
                try updateRecoveryCodes(ofRow: rowID, to: account.recoveryCodes, from: old.recoveryCodes)
            }
        }
        let endsAll = account.generation != old.generation
        if endsAll { try erasePlaces(ofSessionsOfRow: rowID) }
        if endsAll || account.validSince != old.validSince {
            let (generation, validSince) = (account.generation, account.validSince)
            let until = try cookiesUntil ?? self.cookiesUntil(of: account.id, in: scope) ?? Timestamp(milliseconds: 0)
            journal.noteEnd(
                of: .account(account.id, generation: generation, validSince: validSince, cookiesUntil: until, in: scope))
        }
        journal.note(.updated(account, from: old, in: scope))
    }

    @discardableResult
    func delete(_ id: AccountID, in scope: ProjectScope) throws -> Bool {
        let place = "WHERE project = ? AND tenant = ? AND uid = ?"
        let name: Database.Arguments = [scope.project, scope.tenant, id.value]
        let found = try db.first("DELETE FROM accounts \(place) RETURNING generation, cookies_until", name) { row in
            (generation: try row.next(Int64.self), cookiesUntil: try row.timestamp())
        }
        guard let found else { return false }
        knownRows.forgetAll()
        journal.note(.deleted(id, in: scope))
        journal.noteEnd(
            of: .account(
                id, generation: found.generation + 1, validSince: nil, cookiesUntil: found.cookiesUntil, in: scope))
        return true
    }

    func purge(_ id: AccountID, in scope: ProjectScope) throws {
        let rowID = try rowID(of: id, in: scope)
        try db.run("DELETE FROM pending_credentials WHERE account = ?", [rowID])
        try deleteSecondFactorSteps(ofRow: rowID)
        journal.note(.purged(id, in: scope))
    }

    func deleteAllAccounts(in scope: ProjectScope, after: AccountID?, limit: Int) throws -> AccountID? {
        let page = try db.all(
            "SELECT id, uid FROM accounts WHERE project = ? AND tenant = ? AND uid > ? ORDER BY uid LIMIT ?",
            [scope.project, scope.tenant, after?.value ?? "", limit]
        ) { (row: try $0.next(Int64.self), id: AccountID(try $0.next())) }
        try deleteAccounts(ofRows: page.map(\.row))
        if after == nil {
            // The same file may be imported again. There are few of either: imports, and codes of the last minutes.
            try db.run("DELETE FROM import_runs WHERE project = ? AND tenant = ?", [scope.project, scope.tenant])
            try db.run("DELETE FROM phone_codes WHERE project = ? AND tenant = ?", [scope.project, scope.tenant])
            journal.note(.allDeleted(in: scope))
        }
        // At the end, too: accounts may have been created between the steps.
        if after == nil || page.count < limit { journal.noteEnd(of: .everybody(in: scope)) }
        return page.count < limit ? nil : page.last?.id
    }

    /// Deletes accounts with everything that belongs to them, without a note of each.
    func deleteAccounts(ofRows rows: [Int64]) throws {
        guard !rows.isEmpty else { return }
        let list = "[" + rows.map(String.init).joined(separator: ",") + "]"
        try db.run("DELETE FROM accounts WHERE \(db.dialect.isAmong("id"))", [list])
        knownRows.forgetAll()
    }

    static let accountColumns = ["project", "tenant", "uid"] + AccountColumn.all.map(\.name)

    /// The values of ``accountColumns``.
    func values(of account: Account, in scope: ProjectScope) -> Database.Arguments {
        [scope.project, scope.tenant, account.id.value] + AccountColumn.all.map { $0.value(account) }
    }

    private static let accountInsertion = insertion(into: "accounts", accountColumns)

    private func insertRow(_ account: Account, in scope: ProjectScope) throws -> Int64 {
        try db.insert(Self.accountInsertion, values(of: account, in: scope), key: "id")
    }

    /// - Returns: The time at which the account's last session cookie has expired, if the change ends tokens and the statement
    ///   could ask for it.
    private func updateRow(_ rowID: Int64, to account: Account, from old: Account) throws -> Timestamp? {
        var names: [String] = []
        var values: Database.Arguments = []
        for column in AccountColumn.all {
            let value = column.value(account)
            guard value != column.value(old) else { continue }
            names.append(column.name + " = ?")
            values.append(value)
        }
        guard !names.isEmpty else { return nil }
        let sql = "UPDATE accounts SET \(names.joined(separator: ", ")) WHERE id = ?"
        // Any set of columns may change together. Only the statements for sets that people's requests change stay prepared.
        let isCached = names.count <= 6
        let endsTokens = account.generation != old.generation || account.validSince != old.validSince
        // Only an email can break a rule of uniqueness.
        let breaksNoRule = account.email == old.email
        if endsTokens, isCached {
            func change() throws -> Timestamp? {
                try db.change("\(sql) RETURNING cookies_until", values + [rowID]) { try $0.timestamp() }
            }
            return try breaksNoRule ? change() : db.namingConflicts(change)
        }
        if names.count <= 2, breaksNoRule {
            try db.runLater(sql, values + [rowID])
        } else {
            try db.namingConflicts { try db.run(sql, values + [rowID], isCached: isCached) }
        }
        return nil
    }
}
