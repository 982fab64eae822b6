import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users delete`
struct UsersDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes an account and all its data; this cannot be undone.")

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let scope = try argument.tenant.scope(configuration)
        let account = try await installation.engine.accounts.account(named: argument.account, in: scope)
        let name = [account.id.value, account.email?.value].compactMap(\.self).joined(separator: ", ")
        if !yes {
            print("Delete account \(name) of project \(configuration.project)? This cannot be undone. [y/N] ", terminator: "")
            guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
                print("Nothing was deleted.")
                try await installation.close()
                throw ExitCode.failure
            }
        }
        try await installation.engine.accounts.deleteAccount(account.id.value, in: scope)
        print("Deleted account \(name).")
        try await installation.close()
    }
}
