import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula service-accounts keys`
struct ServiceAccountKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Shows, creates and deletes a service account's keys.",
        discussion: "To replace a key without downtime, create a new one, give it to the program, and then delete the old one.",
        subcommands: [ServiceAccountKeysList.self, ServiceAccountKeysCreate.self, ServiceAccountKeysDelete.self])
}

/// `vincula service-accounts keys list`
struct ServiceAccountKeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the keys, newest last.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let accounts = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.serviceAccounts(of: configuration.project)
        }
        let email = ServiceAccount.email(name: argument.account, project: configuration.project) ?? argument.account
        guard let (account, keys) = accounts.first(where: { $0.account.email == email }) else {
            throw AdministrationError.noSuchServiceAccount(argument.account)
        }
        guard !keys.isEmpty else { return print("\(account.email) has no keys.") }
        var table = Table(headings: ["KEY", "CREATED"])
        table.rows = keys.map { [$0.id, $0.createdAt.short] }
        print(table.text())
    }
}

/// `vincula service-accounts keys create`
struct ServiceAccountKeysCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates another key; existing keys stay valid. The server keeps no copy of it.")

    @OptionGroup var argument: ServiceAccountArgument
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup var file: KeyFileFlags

    func run() async throws {
        let configuration = try await data.configuration(file.values)
        let credentials = try await file.write(configuration) { [name = argument.account] in
            try await Installation.useProject(configuration) {
                try await $0.serviceAccess.createServiceAccountKey(of: name, in: configuration.project)
            }
        }
        StandardError.print("Created key \(credentials.keyID) of \(credentials.serviceAccount.email).")
    }
}

/// `vincula service-accounts keys delete`
struct ServiceAccountKeysDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a key; the key and its access tokens are refused within a second.")

    @OptionGroup var argument: ServiceAccountArgument
    @Argument(help: "The key's id (private_key_id in the key file).") var key: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try await Installation.useProject(configuration) {
            try await $0.serviceAccess.deleteServiceAccountKey(key, of: argument.account, in: configuration.project)
        }
        print("Deleted key \(Table.printable(key)).")
    }
}
