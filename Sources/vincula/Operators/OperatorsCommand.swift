import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula operators`
struct OperatorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operators", abstract: "Shows, invites, changes and removes the people who use the console.",
        discussion: """
            An operator signs in to the console with a password and an authenticator app. A running server applies changes at \
            once. The first operator begins with the link that `vincula serve` prints while there are none.
            """,
        subcommands: [OperatorsList.self, OperatorsInvite.self, OperatorsRole.self, OperatorsRemove.self],
        defaultSubcommand: OperatorsList.self)
}

/// The flags for the projects that a role is for.
struct ReachFlags: ParsableArguments {
    @Option(help: "The projects that the role is for, comma-separated.") var projects: String?
    @Flag(help: "The role is for all projects.") var allProjects = false

    /// The given projects; `nil` if none are given.
    var reach: OperatorReach? {
        if allProjects { return .all }
        guard let projects else { return nil }
        return .some(Set(projects.split { $0 == "," || $0 == " " }.map(String.init)))
    }

    func validate() throws {
        guard projects == nil || !allProjects else { throw ValidationError("Give --projects or --all-projects, not both.") }
    }
}

extension OperatorRole: ExpressibleByArgument {}

extension OperatorGrant {
    /// The rights in words.
    fileprivate var words: String { "\(role.rawValue) of \(reach.list?.joined(separator: ", ") ?? "all projects")" }
}

extension DataFlags {
    /// Reads all settings for a command about the whole server.
    fileprivate func ofServer() async throws -> ServerConfiguration {
        guard project == nil else {
            throw ValidationError("--project has no effect here: operators have their projects by --projects.")
        }
        return try await configuration()
    }
}

/// `vincula operators list`
struct OperatorsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the operators and the open invitations.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.ofServer()
        let (operators, invitations) = try await Installation.use(configuration) {
            (try await $0.operators.operators(), try await $0.operators.invitations())
        }
        var table = Table(headings: ["OPERATOR", "ROLE", "PROJECTS", "SECOND FACTOR", "LAST SIGN-IN"])
        table.rows =
            operators.map {
                [
                    $0.account.email?.value ?? $0.account.id.value, $0.grant.role.rawValue, Self.projects($0.grant),
                    $0.account.secondFactors.isEmpty ? "no" : "yes", $0.account.lastSignInAt?.short ?? "",
                ]
            }
            + invitations.compactMap { invitation in
                invitation.email.map {
                    [
                        $0.value, invitation.grant.role.rawValue, Self.projects(invitation.grant), "",
                        "invited until \(invitation.expiresAt.short)",
                    ]
                }
            }
        guard !table.rows.isEmpty else {
            return print("There are no operators yet. Start the server: it prints the link for the first one.")
        }
        print(table.text(widest: 60))
    }

    private static func projects(_ grant: OperatorGrant) -> String { grant.reach.list?.joined(separator: ", ") ?? "all" }
}

/// `vincula operators invite`
struct OperatorsInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Prints a one-time link with which somebody becomes an operator.",
        discussion: "The link works for a day. Give it to the person in private. A new invitation replaces an earlier one.")

    @Argument(help: "The person's email address.") var email: String
    @Option(help: "The role: owner, editor, support or viewer.") var role: OperatorRole
    @OptionGroup var reach: ReachFlags
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.ofServer()
        let grant = OperatorGrant(role: role, reach: reach.reach ?? .all)
        let code = try await Installation.use(configuration) { try await $0.operators.invite(email, to: grant, by: nil) }
        let address = configuration.consoleAddress
        print("\(address ?? "")/console/welcome#\(code)")
        StandardError.print("Invited \(Table.printable(email)) as \(grant.words).")
        if address == nil {
            StandardError.print(
                "Put the console's address in front of it: what the server prints as Console when it starts, such as "
                    + "http://127.0.0.1:9098, without /console.")
        }
    }
}

/// `vincula operators role`
struct OperatorsRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Changes an operator's role, and the projects that it is for.",
        discussion: "Without --projects and --all-projects, the projects stay. The change counts from the next request on.")

    @Argument(help: "The operator's email address.") var email: String
    @Argument(help: "The role: owner, editor, support or viewer.") var role: OperatorRole
    @OptionGroup var reach: ReachFlags
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.ofServer()
        let grant = try await Installation.use(configuration) { engine in
            let name = EmailAddress(email)
            let old = try await engine.operators.operators().first { $0.account.email == name }
            let grant = OperatorGrant(role: role, reach: reach.reach ?? old?.grant.reach ?? .all)
            try await engine.operators.setGrant(of: email, to: grant, by: nil)
            return grant
        }
        print("\(Table.printable(email)) is \(grant.words).")
    }
}

/// `vincula operators remove`
struct OperatorsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes an operator, who is signed out at once, or withdraws an invitation.")

    @Argument(help: "The email address.") var email: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.ofServer()
        try await Installation.use(configuration) { engine in
            do {
                try await engine.operators.remove(email, by: nil)
                print("Removed operator \(Table.printable(email)).")
            } catch OperatorAdministration.Refusal.noSuchOperator {
                try await engine.operators.uninvite(email, by: nil)
                print("Withdrew the invitation of \(Table.printable(email)).")
            }
        }
    }
}

extension ServerConfiguration {
    /// The address of the console: that of the server that is using the data now, or else what the settings tell; `nil` if
    /// there is none, or if its port is not known before the server runs.
    var consoleAddress: String? {
        if let running = ServerLock.console(dataDirectory) { return running }
        let port = port == 0 ? nil : port
        return consoleAddress(
            at: publicURL ?? port.map { "\(scheme)://\(authority(port: $0))" },
            isDevelopment: DataDirectory.isDevelopment(self),
            adminPort: known(self[\.adminListen]?.port), consolePort: known(self[\.consoleListen]?.port))
    }

    private func known(_ port: Int?) -> Int? { port == 0 ? nil : port }

    /// The address of the console of a server whose ports are known; `nil` without a console.
    ///
    /// - Parameters:
    ///   - address: The server's own address.
    ///   - isDevelopment: Indicates whether the server has the console at its own address.
    ///   - adminPort: The port of the admin port.
    ///   - consolePort: The port of the console's own port, which most people use if there is one.
    func consoleAddress(at address: String?, isDevelopment: Bool, adminPort: Int?, consolePort: Int?) -> String? {
        if let url = self[\.consoleUrl] { return url }
        if isDevelopment { return address }
        for (listen, port) in [(self[\.consoleListen], consolePort), (self[\.adminListen], adminPort)] {
            if let listen, let port { return "http://\(ListenAddress(host: listen.host, port: port))" }
        }
        return nil
    }

    /// Indicates whether the server has a console.
    var hasConsole: Bool { isDevelopment || self[\.adminListen] != nil || self[\.consoleListen] != nil }
}
