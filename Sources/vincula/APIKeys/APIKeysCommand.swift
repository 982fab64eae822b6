import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula api-keys`
struct APIKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-keys", abstract: "Shows, creates, restricts and deletes a project's API keys.",
        discussion: """
            Apps send an API key with every request; it identifies their project. It is not a secret: every copy of the app \
            contains it. A running server accepts a new key at once, and refuses a deleted one within a second. A key can be \
            restricted to methods and to the addresses that call: that is what a server sees by itself. Pages and apps are \
            no restrictions, because a caller can say it is any of them.
            """,
        subcommands: [APIKeysList.self, APIKeysCreate.self, APIKeysRestrict.self, APIKeysDelete.self],
        defaultSubcommand: APIKeysList.self)
}

/// `vincula api-keys list`
struct APIKeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the API keys, newest last.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let keys = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.apiKeys(of: configuration.project)
        }
        guard !keys.isEmpty else { return print("Project \(configuration.project) has no API keys.") }
        var table = Table(headings: ["KEY", "CREATED", "LAST USE", "RESTRICTED TO", "LABEL"])
        table.rows = keys.map { key in
            [key.key, key.createdAt.short, key.lastUsedAt?.short ?? "", key.restrictions.words, key.label]
        }
        print(table.text())
    }
}

/// `vincula api-keys create`
struct APIKeysCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates an API key.",
        discussion: "In an empty data folder, or without one, this also creates the project.")

    @OptionGroup(title: "Data") var data: DataFlags
    @Option(help: "A label for the key, such as the app's name.") var label = ""
    @Option(help: "Your Firebase project's key, to keep it: browsers store under it who is signed in. Without it, a new one.")
    var key: String?
    @OptionGroup(title: "Restrictions") var restrictions: RestrictionFlags

    func run() async throws {
        let restrictions = try restrictions.restrictions()
        let configuration = try await data.configuration()
        let created = try await Installation.useFirstProject(configuration) {
            try await $0.serviceAccess.createAPIKey(
                key, label: label, restrictions: restrictions, of: configuration.project)
        }
        print(created.key)
        StandardError.print("Created an API key for project \(created.project) in \(configuration.home.place).")
    }
}

/// `vincula api-keys delete`
struct APIKeysDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes an API key; apps that use it are refused within a second.")

    @Argument(help: "The complete key.") var key: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try await Installation.useProject(configuration) {
            try await $0.serviceAccess.deleteAPIKey(key, of: configuration.project)
        }
        print("Deleted API key \(Table.printable(key)) of project \(configuration.project).")
    }
}
