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
    case seeSettings
    case changeSettings
    case changeProviders
    case testSettings
    case seeOperators
    case inviteOperator
    case changeOperator
    case removeOperator
    case endOperatorSessions
    case editAccount
    case setPassword
    case seeKeys
    case manageKeys
    case importAccounts
    case exportAccounts
    case changeTenants
    case deleteTenant
    case createProject
    case deleteProject
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
        case .seeSettings: .inProject(.viewer)
        case .changeSettings, .changeProviders, .testSettings: .inProject(.editor)
        case .seeOperators, .inviteOperator, .changeOperator, .removeOperator, .endOperatorSessions: .managers
        case .editAccount, .setPassword: .inProject(.editor)
        // Whoever has a service account's key does everything in the project, and is no operator.
        case .seeKeys, .changeTenants: .inProject(.editor)
        case .manageKeys, .importAccounts, .exportAccounts, .deleteTenant, .deleteProject: .inProject(.owner)
        case .createProject: .managers
        case .seeUsage, .seeLimits, .explainSignIn: .inProject(.viewer)
        case .liftLimit: .inProject(.support)
        case .seeServerHistory, .verifyHistory, .seeFindings: .managers
        }
    }

    /// Indicates whether the operator must have signed in, or entered password and code again, within
    /// ``ConsoleSession/freshSeconds``: what it gives away or destroys outlasts a session that somebody else got hold of.
    package var needsFreshSignIn: Bool {
        switch self {
        case .inviteOperator, .changeOperator, .removeOperator, .endOperatorSessions, .manageKeys, .importAccounts,
            .exportAccounts, .setPassword, .editAccount, .removeFactors, .setClaims, .changeSettings, .changeProviders,
            .deleteTenant, .deleteProject:
            true
        default: false
        }
    }
}
