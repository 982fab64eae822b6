import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula service-accounts`
struct ServiceAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service-accounts", abstract: "Manages the accounts of programs that administer a project.",
        discussion: """
            A service account lets a program administer one project remotely: with its key file, it gets access tokens from the \
            server's token endpoint. A running server refuses a disabled or deleted account within a second.
            """,
        subcommands: [
            ServiceAccountsList.self, ServiceAccountsCreate.self, ServiceAccountsDelete.self, ServiceAccountsDisable.self,
            ServiceAccountsEnable.self, ServiceAccountKeys.self,
        ],
        defaultSubcommand: ServiceAccountsList.self)
}

/// The argument that names a service account.
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
            try await $0.serviceAccess.serviceAccounts(of: configuration.project)
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
        commandName: "create", abstract: "Creates a service account and its first key; the server keeps no copy of the key.")

    @Argument(help: "The account's name: lowercase letters, digits and hyphens, starting with a letter.") var name: String
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup var file: KeyFileFlags
    @Option(
        help: "owner can do everything in the project; viewer can only read.",
        transform: { text in
            guard let role = ServiceAccount.Role(rawValue: text) else { throw ValidationError("It must be owner or viewer.") }
            return role
        }) var role = ServiceAccount.Role.owner

    func run() async throws {
        let configuration = try await data.configuration(file.values)
        let credentials = try await file.write(configuration) { [name, role] in
            try await Installation.useFirstProject(configuration) {
                try await $0.serviceAccess.createServiceAccount(named: name, role: role, of: configuration.project)
            }
        }
        StandardError.print(
            "Created \(credentials.serviceAccount.email) (\(role.rawValue)) in \(configuration.home.place).")
    }
}

/// `vincula service-accounts delete`
struct ServiceAccountsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a service account and its keys; this cannot be undone.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let account = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.deleteServiceAccount(argument.account, in: configuration.project)
        }
        print("Deleted \(account.email).")
    }
}

/// `vincula service-accounts disable`
struct ServiceAccountsDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disables a service account; it and its access tokens are refused until it is enabled again.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let account = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.setServiceAccount(argument.account, isDisabled: true, in: configuration.project)
        }
        print("Disabled \(account.email).")
    }
}

/// `vincula service-accounts enable`
struct ServiceAccountsEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Enables a service account again.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let account = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.setServiceAccount(argument.account, isDisabled: false, in: configuration.project)
        }
        print("Enabled \(account.email).")
    }
}
