import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users remove-factor`
struct UsersRemoveFactor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-factor", abstract: "Removes second factors that their owner has lost.",
        discussion: """
            The account can then be signed in to without them. Make sure that it is the owner who asks for it. All sessions \
            of the account end, and the owner is informed by mail if their email is verified and mail is configured.
            """)

    @OptionGroup var argument: AccountArgument
    @Argument(help: "The ids of the factors, as `vincula users factors` lists them.") var factors: [String] = []
    @Flag(help: "Remove all second factors of the account.") var all = false
    @OptionGroup(title: "Data") var data: DataFlags
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func validate() throws {
        guard all != !factors.isEmpty else {
            throw ValidationError("Name the factors to remove, or use --all. `vincula users factors` lists them.")
        }
    }

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let scope = try argument.tenant.scope(configuration)
        let accounts = installation.engine.accounts
        let account = try await accounts.account(named: argument.account, in: scope)
        try requireFactors(of: account)
        if !yes {
            let count = all ? account.secondFactors.count : Set(factors).count
            let what = count == 1 ? "one second factor" : "\(count) second factors"
            print("Remove \(what) of account \(account.fullName), and end its sessions? [y/N] ", terminator: "")
            guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
                print("Nothing was removed.")
                try await installation.close()
                throw ExitCode.failure
            }
        }
        let choice = all ? SecondFactorChoice.all : .some(Set(factors.map { SecondFactorID($0) }))
        let removed = try await accounts.removeSecondFactors(choice, of: account.id, in: scope)
        for factor in removed {
            let name = [factor.displayName, factor.phone?.value].compactMap(\.self).map { " \($0)" }.joined()
            print(Table.printable("Removed the \(factor.kind)\(name) (\(factor.id)) of account \(account.fullName)."))
        }
        let left = account.secondFactors.count - removed.count
        let rest = left == 0 ? "no second factor" : left == 1 ? "one second factor" : "\(left) second factors"
        print("All sessions of the account ended. It has \(rest) left.")
        let settings = try await installation.engine.projects.settings(of: scope.project)
        let isTold = installation.engine.sendsMail(settings) && account.email != nil && account.emailVerified
        print(isTold ? "The owner is informed by mail." : "No mail was sent; inform the owner yourself.")
        try await installation.close()
    }

    private func requireFactors(of account: Account) throws {
        guard !account.secondFactors.isEmpty else {
            throw ConfigurationError(description: "Account \(account.fullName) has no second factors.")
        }
        guard let unknown = factors.first(where: { id in !account.secondFactors.contains { $0.id.value == id } }) else { return }
        throw ConfigurationError(
            description: """
                Account \(account.fullName) has no second factor \(unknown). \
                `vincula users factors \(account.id)` lists those that it has.
                """)
    }
}
