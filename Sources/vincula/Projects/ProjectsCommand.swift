import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula projects`
struct ProjectsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects", abstract: "Shows, creates and deletes projects.",
        discussion: """
            A project is the owner of a set of users. In production it must be created before anything else can name it; the \
            first API key in an empty data folder creates its project by itself.
            """,
        subcommands: [ProjectsList.self, ProjectsCreate.self, ProjectsShow.self, ProjectsDelete.self],
        defaultSubcommand: ProjectsList.self)
}

/// `vincula projects list`
struct ProjectsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists all projects.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.withoutProject()
        let (projects, deletions) = try await Installation.use(configuration) {
            (try await $0.projects.projectSummaries(), try await $0.projects.deletions())
        }
        let deleted = deletions.filter(\.scope.tenant.isEmpty)
        guard !projects.isEmpty || !deleted.isEmpty else {
            return print("There are no projects yet. Create one: vincula projects create NAME")
        }
        var table = Table(headings: ["PROJECT", "CREATED", "ACCOUNTS", "API KEYS", "SERVICE ACCOUNTS"])
        table.rows = projects.map {
            [$0.id, $0.createdAt?.short ?? "", "\($0.accounts)", "\($0.apiKeys)", "\($0.serviceAccounts)"]
        }
        if !projects.isEmpty { print(table.text(widest: 60)) }
        for deletion in deleted { print(deletion.line) }
    }
}

/// `vincula projects create`
struct ProjectsCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates a project, and the data folder if there is none yet.",
        discussion: "In a new project, every sign-in method is off: see vincula sign-in.")

    @Argument(help: "The project's name, such as shop.") var name: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.withoutProject()
        try await Installation.useOrCreate(configuration) { try await $0.projects.createProject(name) }
        print("Created project \(name).")
    }
}

/// `vincula projects show`
struct ProjectsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows what a project has.")

    @Argument(help: "The project's name.") var name: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.withoutProject()
        let (project, isOpen) = try await Installation.useProject(configuration, named: name) {
            (try await $0.projects.projectSummary(name), try await $0.projects.hasWayIn(to: name))
        }
        var table = Table(headings: ["PROJECT", project.id])
        table.rows = [
            ["Created", project.createdAt?.short ?? "never: it belongs to a development server"],
            ["Accounts", "\(project.accounts)"], ["API keys", "\(project.apiKeys)"],
            ["Service accounts", "\(project.serviceAccounts)"], ["Sign-in", isOpen ? "on" : "every method is off"],
        ]
        print(table.text(widest: 80))
    }
}

/// `vincula projects delete`
struct ProjectsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a project with all its accounts and keys; this cannot be undone.",
        discussion: """
            Asks for the project's name, unless --yes is given. Backups still have the project, and the audit log keeps its \
            records. The project is gone at once: a running server refuses its API keys within a second. Its accounts are then \
            deleted some at a time. If you interrupt that, a running server goes on, or the next one that starts. The name is free \
            when they are gone.
            """)

    @Argument(help: "The project's name.") var name: String
    @Flag(help: "Delete it without asking.") var yes = false
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.withoutProject()
        let erasure = try await Installation.useProject(configuration, named: name) { engine in
            try confirm(try await engine.projects.projectSummary(name))
            let progress = DeletionProgress()
            defer { progress.end() }
            return try await engine.projects.deleteProject(name, patience: nil, progress: progress.show)
        }
        print("Deleted project \(Table.printable(name)) with \(erasure.text).")
    }

    private func confirm(_ project: ProjectSummary) throws {
        guard !yes else { return }
        StandardError.print(
            "This deletes project \(name): \(project.accounts) accounts, \(project.apiKeys) API keys, "
                + "\(project.serviceAccounts) service accounts.")
        FileHandle.standardError.write(Data("Type the project's name to delete it: ".utf8))
        guard readLine(strippingNewline: true) == name else {
            throw ConfigurationError(description: "That is not the project's name. Nothing was deleted.")
        }
    }
}

extension DataFlags {
    /// Reads all settings for a command that names projects by its argument.
    fileprivate func withoutProject() async throws -> ServerConfiguration {
        guard project == nil else {
            throw ValidationError("--project has no effect here: the project's name is an argument of the command.")
        }
        return try await configuration()
    }
}
