import VinculaCore

extension Work {
    /// Ends the say of the server that an account came from once its password is removed here: the old one must not come back.
    /// Part of every write, so that no use case can forget it. Other changes raise the generation.
    func endImport(after change: AccountChange) throws {
        guard case .updated(let account, let old, let scope) = change, old.password != nil, account.password == nil else {
            return
        }
        try transaction.deleteImportMark(of: account.id, in: scope)
    }
}
