import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula custom-token-keys`
struct CustomTokenKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "custom-token-keys",
        abstract: "Manages the foreign keys whose custom tokens a project accepts.",
        discussion: """
            A project accepts the custom tokens of its own service accounts. These commands make it accept those of another \
            system's, such as the ones that your backend still signs with its Firebase service account. Whoever has such a key \
            can sign in as any user of the project. A running server respects each change from the next sign-in on.
            """,
        subcommands: [
            CustomTokenKeysList.self, CustomTokenKeysAdd.self, CustomTokenKeysDisable.self, CustomTokenKeysEnable.self,
            CustomTokenKeysDelete.self,
        ],
        defaultSubcommand: CustomTokenKeysList.self)
}

/// The arguments that choose keys.
struct CustomTokenKeyArguments: ParsableArguments {
    @Argument(help: "The service account's email.")
    var serviceAccount: String

    @Option(help: "The id of one key (default: all keys of the service account).")
    var keyID: String?
}

/// `vincula custom-token-keys list`
struct CustomTokenKeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the accepted keys by service account, newest last.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let keys = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.customTokenKeys(in: configuration.project)
        }
        guard !keys.isEmpty else { return print("Project \(configuration.project) accepts no foreign custom tokens.") }
        let now = SystemClock().now
        var table = Table(headings: ["SERVICE ACCOUNT", "KEY", "ADDED", "EXPIRES", ""])
        table.rows = keys.map { key in
            [
                key.serviceAccount, key.id, key.createdAt.short, key.expiresAt?.short ?? "never",
                key.isDisabled ? "disabled" : key.isGood(now: now) ? "" : "expired",
            ]
        }
        print(table.text(widest: 100))
    }
}

/// `vincula custom-token-keys disable`
struct CustomTokenKeysDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Refuses the custom tokens of keys until they are enabled again.")

    @OptionGroup var arguments: CustomTokenKeyArguments
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let keys = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.setCustomTokenKeys(
                arguments.keyID, of: arguments.serviceAccount, isDisabled: true, in: configuration.project)
        }
        for key in keys { print("Disabled key \(Table.printable(key.id)) of \(Table.printable(key.serviceAccount)).") }
    }
}

/// `vincula custom-token-keys enable`
struct CustomTokenKeysEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Enables disabled keys again.")

    @OptionGroup var arguments: CustomTokenKeyArguments
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let keys = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.setCustomTokenKeys(
                arguments.keyID, of: arguments.serviceAccount, isDisabled: false, in: configuration.project)
        }
        for key in keys { print("Enabled key \(Table.printable(key.id)) of \(Table.printable(key.serviceAccount)).") }
    }
}

/// `vincula custom-token-keys delete`
struct CustomTokenKeysDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes keys; their custom tokens are refused from then on.")

    @OptionGroup var arguments: CustomTokenKeyArguments
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let keys = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.deleteCustomTokenKeys(
                arguments.keyID, of: arguments.serviceAccount, in: configuration.project)
        }
        for key in keys { print("Deleted key \(Table.printable(key.id)) of \(Table.printable(key.serviceAccount)).") }
    }
}
