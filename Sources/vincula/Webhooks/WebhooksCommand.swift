import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula webhooks`
struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Has your own servers told of changes to accounts.",
        discussion: """
            A webhook gets a signed POST for each change: an account was created, linked, disabled, deleted, and so on. \
            Documentation/Operations.md lists the events, and says how to check the signature.
            """,
        subcommands: [WebhooksList.self, WebhooksCreate.self, WebhooksDelete.self, WebhooksTest.self, WebhooksOutbox.self],
        defaultSubcommand: WebhooksList.self)
}

/// `vincula webhooks list`
struct WebhooksList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists a project's webhooks, oldest first.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let webhooks = try await Installation.useProject(configuration) {
            try await $0.webhooks.list(in: ProjectScope(project: configuration.project))
        }
        guard !webhooks.isEmpty else { return print("Project \(configuration.project) has no webhooks.") }
        var table = Table(headings: ["ID", "ADDRESS", "EVENTS", "CREATED"])
        table.rows = webhooks.map {
            let events = $0.events.isEmpty ? "all" : $0.events.map(\.rawValue).sorted().joined(separator: ", ")
            return [$0.id, $0.url, events, $0.createdAt.short]
        }
        print(table.text(widest: 80))
    }
}

/// `vincula webhooks create`
struct WebhooksCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates a webhook, and prints its secret, which is not shown again.")

    @Argument(help: "The address: https://…; for development data also http:// on this machine.") var url: String
    @Option(help: "The events to send, separated by commas, such as account.created,account.deleted; all if left out.")
    var events: String?
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let known = AccountEvent.Kind.allCases.filter { $0 != .test }
        let kinds = try CommaList.items(events ?? "").map { name in
            guard let kind = known.first(where: { $0.rawValue == name }) else {
                let near = NearestName.of(name, among: known.map(\.rawValue)).map { " Did you mean \($0)?" }
                throw ValidationError(
                    "Unknown event \(Table.printable(String(name.prefix(60)))).\(near ?? "")"
                        + " Events: \(known.map(\.rawValue).joined(separator: ", ")).")
            }
            return kind
        }
        guard events == nil || !kinds.isEmpty else { throw ValidationError("--events is empty.") }
        let configuration = try await data.configuration()
        let (webhook, secret) = try await Installation.useProject(configuration) {
            try await $0.webhooks.create(url: url, events: Set(kinds), in: ProjectScope(project: configuration.project))
        }
        print(secret)
        StandardError.print(
            """
            Created webhook \(webhook.id) in project \(configuration.project). The line above is its secret: keep it where the \
            receiver can read it. Try it: vincula webhooks test \(webhook.id)
            """)
    }
}

/// `vincula webhooks delete`
struct WebhooksDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a webhook; messages that wait for it are dropped.")

    @Argument(help: "The webhook's id.") var id: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try await Installation.useProject(configuration) {
            try await $0.webhooks.delete(id, in: ProjectScope(project: configuration.project))
        }
        print("Deleted webhook \(id).")
    }
}

/// `vincula webhooks test`
struct WebhooksTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Has a running server send a webhook a message of the type webhook.test.")

    @Argument(help: "The webhook's id.") var id: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try await Installation.useProject(configuration) {
            try await $0.webhooks.test(id, in: ProjectScope(project: configuration.project))
        }
        print("Queued a test message. The running server sends it within seconds; if it fails, vincula webhooks outbox says why.")
    }
}

/// `vincula webhooks outbox`
struct WebhooksOutbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Lists waiting and failed messages to webhooks with the reasons.",
        discussion: """
            Lists the messages of all projects or, with --project, of one; the project in the configuration is ignored.
            """)

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let unsent = try await UnsentMessages.find(.webhook, configuration, project: data.project)
        print(unsent.table(of: "MESSAGE") ?? "There are no waiting or failed messages to webhooks.")
    }
}
