import VinculaCore
package import VinculaEngine

/// A statement that a transaction is likely to run.
package struct ExpectedStatement: Hashable, Sendable {
    package let sql: String
    package let arguments: [SQLValue]

    package init(_ query: ExpectedQuery) {
        switch query {
        case .account(let account, let scope):
            sql = Transaction.queryByID
            arguments = [.text(scope.project), .text(scope.tenant), .text(account.value)]
        case .accountWithEmail(let email, let scope):
            sql = Transaction.queryByEmail
            arguments = [.text(scope.project), .text(scope.tenant), .text(email.value)]
        case .accountWithSession(let account, let session, let scope):
            sql = Transaction.accountAndSessionByID
            arguments = [.blob(session), .text(scope.project), .text(scope.tenant), .text(account.value)]
        case .openActionCodes(let account, let scope):
            sql = Transaction.openActionCodesOfAccount
            arguments = [.text(scope.project), .text(scope.tenant), .text(account.value)]
        case .settings(let project):
            sql = Transaction.settingsOfProject
            arguments = [.text(project)]
        }
    }
}
