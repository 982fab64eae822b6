/// A thing that operators see or do in the console. Each has a row in the table below, and no page decides by itself who may.
package enum ConsoleAct: String, Hashable, Sendable, CaseIterable {
    case seeProject
    case seeAccounts
    case seeHistory
    case disableAccount
    case sendReset
    case revokeSessions
    case enableAccount
    case createAccount
    case deleteAccount
    case unlinkProvider
    case removeFactors
    case setClaims
    case changeSignInMethods
    case seeOperators
    case inviteOperator
    case changeOperator
    case removeOperator
    case seeUsage
    case seeLimits
    case liftLimit
    case explainSignIn
    case seeServerHistory
    case verifyHistory
    case seeFindings

    /// The operators that an act is for.
    package enum Rule: Hashable, Sendable {
        /// Operators of the project with this role or a greater one.
        case inProject(OperatorRole)
        /// Owners of all projects: the act is about the whole server.
        case managers
    }

    package var rule: Rule {
        switch self {
        case .seeProject, .seeAccounts, .seeHistory: .inProject(.viewer)
        case .disableAccount, .sendReset, .revokeSessions: .inProject(.support)
        case .enableAccount, .createAccount, .deleteAccount, .unlinkProvider, .removeFactors, .setClaims: .inProject(.editor)
        case .changeSignInMethods: .inProject(.editor)
        case .seeOperators, .inviteOperator, .changeOperator, .removeOperator: .managers
        case .seeUsage, .seeLimits, .explainSignIn: .inProject(.viewer)
        case .liftLimit: .inProject(.support)
        case .seeServerHistory, .verifyHistory, .seeFindings: .managers
        }
    }
}
