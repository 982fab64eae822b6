import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula blocking`
struct BlockingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocking", abstract: "Has your own functions asked before sign-ins, new accounts and messages.",
        discussion: """
            A function is an address that answers a signed event, as written with firebase-functions. It can refuse what a person \
            asks for, or change their account; a function that does not answer refuses. \
            Documentation/Operations.md says how a function verifies events.

              beforeCreate      an account is about to be created
              beforeSignIn      a person is about to be signed in
              beforeSendEmail   a mail with a link to sign in, or to reset a password
              beforeSendSms     a text message with a code
            """,
        subcommands: [BlockingList.self, BlockingSet.self, BlockingRemove.self, BlockingTest.self],
        defaultSubcommand: BlockingList.self)

    /// Reads a trigger's name.
    @Sendable static func trigger(_ name: String) throws -> BlockingTrigger {
        if let trigger = BlockingTrigger(rawValue: name) { return trigger }
        let names = BlockingTrigger.allCases.map(\.rawValue)
        let near = NearestName.of(name, among: names).map { " Did you mean \($0)?" } ?? ""
        throw ValidationError(
            "Unknown trigger \(Table.printable(String(name.prefix(60)))).\(near) Triggers: \(names.joined(separator: ", ")).")
    }
}

/// `vincula blocking list`
struct BlockingList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists a project's functions.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let settings = try await Installation.useProject(configuration) {
            try await $0.projects.settings(of: configuration.project).blocking
        }
        guard !settings.triggers.isEmpty else {
            return print("Project \(configuration.project) has no blocking functions.")
        }
        var table = Table(headings: ["TRIGGER", "ADDRESS", "SET"])
        table.rows = settings.triggers.compactMap { trigger in
            settings[trigger].map { [trigger.rawValue, $0.url, $0.updatedAt.short] }
        }
        print(table.text(widest: 80))
        let forwarded = settings.forwarded
        let tokens = [
            (forwarded.idToken, "ID tokens"), (forwarded.accessToken, "access tokens"),
            (forwarded.refreshToken, "refresh tokens"),
        ].filter(\.0).map(\.1)
        if !tokens.isEmpty { print("\nThey see providers' \(tokens.joined(separator: ", ")).") }
    }
}

/// `vincula blocking set`
struct BlockingSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Sets the function of a trigger, in place of an earlier one.",
        discussion: "A running server asks it at once. Try it first: vincula blocking test.")

    @Argument(help: "beforeCreate, beforeSignIn, beforeSendEmail or beforeSendSms.", transform: BlockingCommand.trigger)
    var trigger: BlockingTrigger
    @Argument(help: "The address: https://…; for development data also http:// on this machine.") var url: String
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        let configuration = try await data.configuration(server.values)
        try await Installation.useProject(configuration) { engine in
            do throws(AuthError) {
                try engine.blocking.check(url)
            } catch {
                throw ConfigurationError(
                    description: """
                        This address cannot be used. It must begin with https://, without user name or fragment, and must not be at \
                        a private address.\(PrivateAddressHint.text(configuration))
                        """)
            }
            let now = engine.clock.now
            _ = try await engine.projects.updateSettings(of: configuration.project) { [trigger, url] in
                $0.blocking.set(url, for: trigger, now: now)
            }
        }
        print("\(trigger.rawValue) of project \(configuration.project) is asked at \(url).")
    }
}

/// `vincula blocking remove`
struct BlockingRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Removes the function of a trigger.")

    @Argument(help: "beforeCreate, beforeSignIn, beforeSendEmail or beforeSendSms.", transform: BlockingCommand.trigger)
    var trigger: BlockingTrigger
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try await Installation.useProject(configuration) { engine in
            guard try await engine.projects.settings(of: configuration.project).blocking[trigger] != nil else {
                throw BlockingCommand.none(trigger, configuration)
            }
            _ = try await engine.projects.updateSettings(of: configuration.project) { [trigger] in $0.blocking[trigger] = nil }
        }
        print("Removed \(trigger.rawValue) of project \(configuration.project).")
    }
}

/// `vincula blocking test`
struct BlockingTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Asks a function about an example, and shows its answer.",
        discussion: """
            The example is a person who does not exist. Nothing is changed here. This command itself asks the function, with the \
            settings that it is given: give it those of the running server.
            """)

    @Argument(help: "beforeCreate, beforeSignIn, beforeSendEmail or beforeSendSms.", transform: BlockingCommand.trigger)
    var trigger: BlockingTrigger
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        let configuration = try await data.configuration(server.values)
        let trial = try await Installation.useProject(configuration) { engine in
            try await engine.signingKeys.prepare([.idToken])
            return try await engine.blocking.test(trigger, in: ProjectScope(project: configuration.project))
        }
        switch trial {
        case nil: throw BlockingCommand.none(trigger, configuration)
        case .refused(let text):
            let isAddress = text.contains("does not connect to")
            let hint = isAddress ? PrivateAddressHint.text(configuration) : ""
            throw ConfigurationError(description: "The request would be refused. \(Table.printable(text))\(hint)")
        case .accepted(let answer):
            print("The request would be accepted\(answer.changes.isEmpty ? "." : ", with these changes:")")
            for change in answer.changes { print("  \(Table.printable(change))") }
        }
    }
}

extension BlockingCommand {
    fileprivate static func none(_ trigger: BlockingTrigger, _ configuration: ServerConfiguration) -> ConfigurationError {
        ConfigurationError(description: "Project \(configuration.project) has no function for \(trigger.rawValue).")
    }
}

extension BlockingAnswer {
    /// The changes of an answer, one a line.
    fileprivate var changes: [String] {
        var lines: [String] = []
        if let displayName { lines.append("displayName: \(displayName.value ?? "removed")") }
        if let photoURL { lines.append("photoUrl: \(photoURL.value ?? "removed")") }
        if let isDisabled { lines.append("disabled: \(isDisabled)") }
        if let emailVerified { lines.append("emailVerified: \(emailVerified)") }
        if let customClaims { lines.append("customClaims: \(customClaims.text)") }
        if let sessionClaims { lines.append("sessionClaims: \(sessionClaims.text)") }
        return lines
    }
}
