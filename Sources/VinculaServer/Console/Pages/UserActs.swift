import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// The acts of operators on an account: each is the engine's own use case for administrators.
extension ConsoleSite {
    static let userActs: [ConsoleRoute] = [
        act("disable", .disableAccount, .accountDisabled) { context in
            var update = AccountUpdate()
            update.isDisabled = true
            try await context.update(update)
        },
        act("enable", .enableAccount, .accountEnabled) { context in
            var update = AccountUpdate()
            update.isDisabled = false
            try await context.update(update)
        },
        act("revoke", .revokeSessions, .sessionsRevoked) { context in
            var update = AccountUpdate()
            update.validSince = context.engine.clock.now.seconds
            try await context.update(update)
        },
        act("end-session", .revokeSessions, .sessionEnded) { context in
            let handle = String((context.fields["session"] ?? "").prefix(64))
            try await context.engine.accounts.endSessions([handle], of: context.accountID, in: context.scope)
        },
        act("reset", .sendReset, .resetSent) { context in
            let account = try await context.engine.accounts.account(context.accountID, in: context.scope)
            var request = ActionCodeRequest(.resetPassword, target: ActionCode.Target())
            request.email = account.email?.value
            _ = try await context.engine.actionCodes.sendActionCodeForAdministrator(
                request, in: context.scope, isCounted: true)
        },
        act("unlink", .unlinkProvider, .providerUnlinked) { context in
            var update = AccountUpdate()
            update.deleteProviders = [ProviderID(String((context.fields["provider"] ?? "").prefix(128)))]
            try await context.update(update)
        },
        act("remove-factors", .removeFactors, .factorsRemoved) { context in
            _ = try await context.engine.accounts.removeSecondFactors(.all, of: context.accountID, in: context.scope)
        },
        act("claims", .setClaims, .claimsSet) { context in
            var update = AccountUpdate()
            update.customClaims = context.fields["claims"] ?? ""
            try await context.update(update)
        },
        .form("/projects/{project}/users/{user}/delete", .act(.deleteAccount)) { context in
            let account = try await context.engine.accounts.account(context.accountID, in: context.scope)
            let word = account.email?.value ?? account.id.value
            let typed = (context.fields["confirmation"] ?? "").trimmingCharacters(in: .whitespaces)
            guard typed.utf8.count <= 254, typed.lowercased() == word.lowercased() else {
                return .view(context.unconfirmed(account))
            }
            try await context.engine.accounts.deleteAccount(account.id.value, in: context.scope)
            return .goTo(context.accountsPath("/users"), notice: .accountDeleted)
        },
    ]

    private static func act(
        _ name: String, _ act: ConsoleAct, _ notice: ConsoleNotice,
        _ run: @escaping @Sendable (ConsoleContext) async throws -> Void
    ) -> ConsoleRoute {
        .form("/projects/{project}/users/{user}/\(name)", .act(act)) { context in
            try await run(context)
            return .goTo(path(of: context.accountID, in: context.scope), notice: notice)
        }
    }
}

extension ConsoleContext {
    fileprivate func update(_ update: AccountUpdate) async throws {
        _ = try await engine.accounts.updateAccount(accountID.value, update, in: scope)
    }

    fileprivate func unconfirmed(_ account: Account) -> ConsoleView {
        let page = ConsoleUserPage(context: self, account: account)
        return ConsoleView(
            title: page.name, body: page.facts + page.acts, crumbs: crumbs(depth: 2), error: texts["error.confirmation"],
            status: .badRequest)
    }
}
