import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula service-accounts`
struct ServiceAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service-accounts", abstract: "Shows, makes, disables and deletes the accounts of programs that administer.",
        discussion: """
            A service account administers one project from elsewhere: its key file gets access tokens at the server's token \
            endpoint. What is disabled or deleted here, a running server refuses within a second.
            """,
        subcommands: [
            ServiceAccountsList.self, ServiceAccountsCreate.self, ServiceAccountsDelete.self, ServiceAccountsDisable.self,
            ServiceAccountsEnable.self, ServiceAccountKeys.self,
        ],
        defaultSubcommand: ServiceAccountsList.self)
}

/// How a service account is named on the command line.
struct ServiceAccountArgument: ParsableArguments {
    @Argument(help: "The service account's name or email.")
    var account: String
}

/// `vincula service-accounts list`
struct ServiceAccountsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the service accounts.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let accounts = try await Installation.useProject(configuration) {
            try await $0.serviceAccounts(of: configuration.project)
        }
        guard !accounts.isEmpty else { return print("Project \(configuration.project) has no service accounts.") }
        var table = Table(headings: ["SERVICE ACCOUNT", "ROLE", "KEYS", "CREATED", ""])
        table.rows = accounts.map { account, keys in
            [
                account.email, account.role.rawValue, "\(keys.count)", account.createdAt.short,
                account.isDisabled ? "disabled" : "",
            ]
        }
        print(table.text(widest: 100))
    }
}

/// `vincula service-accounts create`
struct ServiceAccountsCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes a service account and its first key; the server keeps no copy of the key.")

    @Argument(help: "Its name: small letters, digits and dashes.") var name: String
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup var file: KeyFileFlags
    @Option(
        help: "owner may do everything in the project, viewer may only read.",
        transform: { text in
            guard let role = ServiceAccount.Role(rawValue: text) else { throw ValidationError("It is owner or viewer.") }
            return role
        }) var role = ServiceAccount.Role.owner

    func run() async throws {
        let configuration = try await data.configuration()
        let credentials = try await file.write(configuration) { [name, role] in
            try await Installation.use(configuration, creates: true) {
                try await $0.createServiceAccount(named: name, role: role, of: configuration.project)
            }
        }
        StandardError.print("Made \(credentials.serviceAccount.email) (\(role.rawValue)) in \(configuration.dataDirectory.path).")
    }
}

/// `vincula service-accounts delete`
struct ServiceAccountsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a service account with its keys; it cannot be undone.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let account = try await Installation.useProject(configuration) {
            try await $0.deleteServiceAccount(argument.account, in: configuration.project)
        }
        print("Deleted \(account.email).")
    }
}

/// `vincula service-accounts disable`
struct ServiceAccountsDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Refuses a service account and its access tokens until it is enabled.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let account = try await Installation.useProject(configuration) {
            try await $0.setServiceAccount(argument.account, isDisabled: true, in: configuration.project)
        }
        print("Disabled \(account.email).")
    }
}

/// `vincula service-accounts enable`
struct ServiceAccountsEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Lets a disabled service account in again.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let account = try await Installation.useProject(configuration) {
            try await $0.setServiceAccount(argument.account, isDisabled: false, in: configuration.project)
        }
        print("Enabled \(account.email).")
    }
}
