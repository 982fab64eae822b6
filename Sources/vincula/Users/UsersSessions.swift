import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users sessions`
struct UsersSessions: AsyncParsableCommand, DefaultTakesArgument {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Lists the sessions of an account, and ends single ones.",
        subcommands: [UsersSessionsList.self, UsersSessionsEnd.self], defaultSubcommand: UsersSessionsList.self)
}

/// `vincula users sessions list`
struct UsersSessionsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists where an account is signed in: its latest 100 sessions, newest first.")

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let scope = try argument.tenant.scope(configuration)
        let (account, sessions) = try await Installation.useProject(configuration) { engine in
            let account = try await engine.accounts.account(named: argument.account, in: scope)
            return (account, try await engine.accounts.openSessions(of: account.id, in: scope))
        }
        guard !sessions.isEmpty else { return print("Account \(account.fullName) is signed in nowhere.") }
        var table = Table(headings: ["SESSION", "DEVICE", "NETWORK", "SIGNED IN BY", "SINCE", "LAST USED"])
        table.rows = sessions.map {
            [$0.handle, $0.place.device ?? "", $0.place.network ?? "", $0.method, $0.openedAt.short, $0.lastUsedAt.short]
        }
        // The handles are copied from here.
        print(table.text(widest: 64))
    }
}

/// `vincula users sessions end`
struct UsersSessionsEnd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Ends some sessions of an account.",
        discussion: """
            The devices are signed out when they next renew their tokens. Backends that verify ID tokens themselves, and do \
            not read the revocation feed, accept them until they expire, for an hour at most. `vincula users revoke` ends all \
            sessions.
            """)

    @OptionGroup var argument: AccountArgument
    @Argument(help: "The sessions, as `vincula users sessions list` names them.") var sessions: [String]
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let scope = try argument.tenant.scope(configuration)
        let handles = Set(sessions)
        let (account, count) = try await Installation.useProject(configuration) { engine in
            let account = try await engine.accounts.account(named: argument.account, in: scope)
            return (account, try await engine.accounts.endSessions(handles, of: account.id, in: scope))
        }
        guard count > 0 else {
            throw ConfigurationError(
                description: """
                    Account \(account.fullName) has no such session open. \
                    `vincula users sessions list \(account.id)` lists those that it has.
                    """)
        }
        print("Ended \(count == 1 ? "one session" : "\(count) sessions") of account \(account.title).")
    }
}

extension OwnSession {
    /// The way in, in words, with the second factor and whether the session is bound to its device.
    fileprivate var method: String {
        ([firstFactor, secondFactor] + [isBound ? "bound" : nil]).compactMap(\.self).joined(separator: ", ")
    }
}
