import Testing
import VinculaCore

@Suite("Rights of operators")
struct OperatorRightsTests {
    /// The acts of each role, in its own projects.
    private static let table: [OperatorRole: Set<ConsoleAct>] = [
        .viewer: [.seeProject, .seeAccounts, .seeHistory, .seeSettings, .seeUsage, .seeLimits, .explainSignIn],
        .support: [
            .seeProject, .seeAccounts, .seeHistory, .seeSettings, .disableAccount, .sendReset, .revokeSessions, .seeUsage,
            .seeLimits, .explainSignIn, .liftLimit,
        ],
        .editor: [
            .seeProject, .seeAccounts, .seeHistory, .disableAccount, .sendReset, .revokeSessions, .enableAccount,
            .createAccount, .deleteAccount, .unlinkProvider, .removeFactors, .setClaims, .changeSignInMethods,
            .seeSettings, .changeSettings, .changeProviders, .testSettings,
            .editAccount, .setPassword, .seeKeys, .changeTenants,
            .seeUsage, .seeLimits, .explainSignIn, .liftLimit,
        ],
        .owner: [
            .seeProject, .seeAccounts, .seeHistory, .disableAccount, .sendReset, .revokeSessions, .enableAccount,
            .createAccount, .deleteAccount, .unlinkProvider, .removeFactors, .setClaims, .changeSignInMethods,
            .seeSettings, .changeSettings, .changeProviders, .testSettings,
            .editAccount, .setPassword, .seeKeys, .changeTenants, .manageKeys, .importAccounts, .exportAccounts, .deleteTenant,
            .deleteProject,
            .seeUsage, .seeLimits, .explainSignIn, .liftLimit,
        ],
    ]
    private static let managing: Set<ConsoleAct> = [
        .seeOperators, .inviteOperator, .changeOperator, .removeOperator, .endOperatorSessions, .createProject,
        .seeServerHistory, .verifyHistory, .seeFindings,
    ]
    /// The acts that ask for password and code after a quarter of an hour.
    private static let fresh: Set<ConsoleAct> = [
        .inviteOperator, .changeOperator, .removeOperator, .endOperatorSessions, .manageKeys, .importAccounts, .exportAccounts,
        .setPassword, .editAccount, .removeFactors, .setClaims, .changeSettings, .changeProviders, .deleteTenant, .deleteProject,
    ]

    @Test("What outlasts a session needs a fresh sign-in, and nothing else")
    func freshness() {
        for act in ConsoleAct.allCases { #expect(act.needsFreshSignIn == Self.fresh.contains(act), "\(act)") }
        let now = Timestamp(milliseconds: 10_000_000)
        for (age, isFresh) in [(-61, false), (-60, true), (0, true), (900, true), (901, false), (10_000, false)]
            as [(Int64, Bool)]
        {
            #expect(ConsoleSession.isFresh(now.adding(seconds: -age), within: 900, now: now) == isFresh, "\(age)")
            #expect(!ConsoleSession.isFresh(now.adding(seconds: -age), within: -3600, now: now), "A form that always asks")
        }
    }

    @Test("Every act, every role, the own project, another one, and the whole server")
    func everything() {
        var rows = 0
        for act in ConsoleAct.allCases {
            for role in OperatorRole.allCases {
                let isAllowed = Self.table[role]?.contains(act) == true
                for (reach, own, other) in [
                    (OperatorReach.all, true, true), (.some(["own"]), true, false), (.some([]), false, false),
                ] {
                    let grant = OperatorGrant(role: role, reach: reach)
                    let manages = role == .owner && reach == .all && Self.managing.contains(act)
                    #expect(OperatorRights.allows(act, to: grant, in: "own") == (isAllowed && own), "\(act) \(role) \(reach)")
                    #expect(OperatorRights.allows(act, to: grant, in: "other") == (isAllowed && other), "\(act) \(role) \(reach)")
                    #expect(OperatorRights.allows(act, to: grant, in: nil) == manages, "\(act) \(role) \(reach)")
                    rows += 3
                }
            }
        }
        #expect(rows == ConsoleAct.allCases.count * 4 * 9)
    }

    @Test("The last owner of all projects stays one, and nobody raises themselves")
    func changes() {
        let everything = OperatorGrant.everything
        let ownerOfOne = OperatorGrant(role: .owner, reach: .some(["a"]))
        let viewer = OperatorGrant(role: .viewer, reach: .all)
        for new in [nil, ownerOfOne, viewer] {
            #expect(OperatorRights.refusal(of: everything, to: new, isOwn: false, managers: 1) == .lastOwner)
            #expect(OperatorRights.refusal(of: everything, to: new, isOwn: true, managers: 1) == .lastOwner)
            #expect(OperatorRights.refusal(of: everything, to: new, isOwn: true, managers: 2) == nil)
        }
        #expect(OperatorRights.refusal(of: everything, to: everything, isOwn: true, managers: 1) == nil)
        #expect(OperatorRights.refusal(of: viewer, to: everything, isOwn: true, managers: 1) == .ownRights)
        #expect(OperatorRights.refusal(of: ownerOfOne, to: everything, isOwn: true, managers: 1) == .ownRights)
        #expect(
            OperatorRights.refusal(of: ownerOfOne, to: OperatorGrant(role: .owner, reach: .some(["b"])), isOwn: true, managers: 1)
                == .ownRights)
        #expect(OperatorRights.refusal(of: viewer, to: everything, isOwn: false, managers: 1) == nil)
        #expect(OperatorRights.refusal(of: viewer, to: nil, isOwn: true, managers: 1) == nil)
    }

    @Test("No project can have the id of the operators' project, and its settings ask for a second factor")
    func project() {
        #expect(!ProjectScope.isProjectID(ProjectScope.operators.project))
        let settings = ProjectSettings.operators
        #expect(settings.passwordEnabled && settings.secondFactors.isMandatory && settings.secondFactors.authenticatorsEnabled)
        #expect(settings.disabledUserSignUp && !settings.anonymousEnabled && !settings.phone.isEnabled && settings.emailPrivacy)
        #expect(!settings.emailLinkEnabled && !settings.secondFactors.phonesEnabled)
    }
}
