import VinculaCore

/// The rows of accounts that a transaction has read or inserted, so that it need not look for them again.
///
/// On PostgreSQL, a look is checked against all that others insert into that page of the index.
final class KnownRows {
    private struct Entry {
        let id: AccountID
        let scope: ProjectScope
        let row: Int64
    }

    // Few transactions are about more than two accounts.
    private var last: Entry?
    private var earlier: Entry?

    func row(of id: AccountID, in scope: ProjectScope) -> Int64? {
        if let last, last.id == id, last.scope == scope { return last.row }
        if let earlier, earlier.id == id, earlier.scope == scope { return earlier.row }
        return nil
    }

    func note(_ row: Int64, of id: AccountID, in scope: ProjectScope) {
        if last?.row != row { earlier = last }
        last = Entry(id: id, scope: scope, row: row)
    }

    /// Forgets all of them: accounts have been deleted.
    func forgetAll() {
        last = nil
        earlier = nil
    }
}
