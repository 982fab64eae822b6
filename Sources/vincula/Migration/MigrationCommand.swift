import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula migration`
struct MigrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migration", abstract: "Lets people who are signed in at Firebase stay signed in here.",
        discussion: """
            While a migration is on, a project exchanges the refresh tokens of its Firebase project for sessions here, so nobody \
            has to sign in again after the switch. Import the accounts first. Documentation/Operations.md describes the whole.
            """,
        subcommands: [MigrationStatus.self, MigrationEnable.self, MigrationDisable.self],
        defaultSubcommand: MigrationStatus.self)
}

/// `vincula migration status`
struct MigrationStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Shows whether a migration is on.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let project = configuration.project
        let (former, moved, now) = try await Installation.useProject(configuration) {
            (
                try await $0.projects.settings(of: project).migration.firebase,
                try await $0.projects.movedSessions(of: project), $0.clock.now
            )
        }
        guard let former else {
            print("Nobody moves to project \(project) from another server.")
            if moved > 0 { print("Sessions that have moved: \(moved)") }
            return
        }
        var table = Table(headings: ["MIGRATION", former.isOpen(now: now) ? "on" : "over"])
        table.rows = [
            ["From project", former.id], ["At", former.server ?? "Firebase"], ["Until", former.until.short],
            ["Refresh tokens", former.acceptsRefreshTokens ? "exchanged" : "refused"],
            ["ID tokens", former.acceptsIDTokens ? "accepted for looking up one's own account" : "refused"],
            ["Unknown passwords", former.asksForPasswords ? "asked of the other server" : "wrong"],
            ["Sessions that have moved", "\(moved)"],
        ]
        print(table.text(widest: 80))
    }
}

/// `vincula migration enable`
struct MigrationEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Begins a migration, or changes the one that is on.",
        discussion: """
            Reads an API key of the Firebase project, one line, from standard input. The key must be allowed to call the \
            Identity Toolkit API and the Token Service API from this server.
            """)

    @Option(help: "The id of the Firebase project.") var firebaseProject: String
    @Option(help: "The length of the migration, in days from now: 1 to \(FormerProject.longestDays).") var days = 90
    @Option(help: "The address of another server with Firebase's API, instead of Firebase.") var server: String?
    @Flag(inversion: .prefixedNo, help: "Exchange refresh tokens for sessions.") var refreshTokens = true
    @Flag(inversion: .prefixedNo, help: "Accept ID tokens for looking up one's own account.") var idTokens = true
    @Flag(help: "Ask the other server about passwords that are not known here.") var askPasswords = false
    @Flag(inversion: .prefixedNo, help: "First ask the other server whether it takes the API key.") var tryKey = true
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        guard (1...FormerProject.longestDays).contains(days) else {
            throw ValidationError("--days must be from 1 to \(FormerProject.longestDays).")
        }
        let configuration = try await data.configuration()
        // Nobody should type a key for nothing.
        try await Installation.useProject(configuration) { _ in }
        let isDevelopment = DataDirectory.isDevelopment(configuration)
        if isatty(STDIN_FILENO) == 1 {
            FileHandle.standardError.write(Data("API key of \(Table.printable(firebaseProject)): ".utf8))
        }
        let key = readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces) ?? ""
        guard !key.isEmpty else { throw ConfigurationError(description: "There is no API key.") }
        let former = try await Installation.useProject(configuration) { engine in
            let until = engine.clock.now.adding(seconds: Int64(days) * 24 * 3600)
            var order = MigrationOrder(project: firebaseProject, server: server, apiKey: key, until: until)
            order.acceptsRefreshTokens = refreshTokens
            order.acceptsIDTokens = idTokens
            order.asksForPasswords = askPasswords
            if tryKey { try await tryAccess(key, engine) }
            do {
                return try await engine.projects.beginMigration(
                    order, of: configuration.project, allowsPlain: isDevelopment)
            } catch AuthError.invalidConfig(let text) {
                throw ConfigurationError(description: text)
            }
        }
        print("People can move from \(firebaseProject) to project \(configuration.project) until \(former?.until.short ?? "").")
    }

    /// - Throws: ``ConfigurationError`` if the other server refuses the key, or cannot be asked.
    private func tryAccess(_ key: String, _ engine: AuthEngine) async throws {
        let access = FormerServerAccess(project: firebaseProject, server: server, apiKey: key)
        do throws(AuthError) {
            try await engine.formerServer.tryAccess(access)
        } catch {
            guard case .formerServerUnavailable(let reason) = error else { throw error }
            throw ConfigurationError(
                description: """
                    \(server.map { Table.printable($0) } ?? "Firebase") cannot be asked with this API key. \(reason) Nothing was \
                    changed. On a machine that cannot reach it, pass --no-try-key.
                    """)
        }
    }
}

/// `vincula migration disable`
struct MigrationDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Ends a migration, and forgets the API key; sessions that have moved stay.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        _ = try await Installation.useProject(configuration) {
            try await $0.projects.updateSettings(of: configuration.project) { $0.migration.firebase = nil }
        }
        print("Nobody can move to project \(configuration.project) any more.")
    }
}
