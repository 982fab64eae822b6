import ArgumentParser
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaServer

/// `vincula config mail`
struct ConfigMail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Shows, sets and tests the mail server of a project.",
        discussion: """
            A project without a mail server of its own uses the server's, which `smtp.host` and `mail.from` set for all projects.
            """,
        subcommands: [ConfigMailShow.self, ConfigMailSet.self, ConfigMailTest.self], defaultSubcommand: ConfigMailShow.self)

    static let smtp = "notification.sendEmail.smtp"
    static let method = "notification.sendEmail.method"
}

/// `vincula config mail show`
struct ConfigMailShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows the server that mails go through.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let email = try await Installation.useProject(configuration) {
            try await $0.projects.settings(of: configuration.project).email
        }
        if let own = email.ownServer {
            var table = Table(headings: ["Mail server", "\(own.host):\(own.port), the project's own"])
            table.rows = [
                ["Sender", own.sender.value], ["TLS", own.security == .ssl ? "implicit" : "STARTTLS"],
                ["User name", own.username.isEmpty ? "none" : own.username],
                ["Password", own.sealedPassword == nil ? "none" : "set"],
            ]
            return print(table.text(widest: 80))
        }
        if let mail = configuration.mail {
            print("Mails go through \(mail.options.host):\(mail.options.port), which the server's settings name.")
        } else {
            print(
                """
                No mail is sent: neither the project nor the server's settings (smtp.host) name a mail server. \
                \(MailFindings.blindSpot)
                """)
        }
        if let kept = email.server { print("The project's own, \(kept.host):\(kept.port), is kept but not used.") }
    }
}

/// `vincula config mail set`
struct ConfigMailSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Gives the project a mail server of its own, or makes it use the server's again.",
        discussion: """
            With --username, asks for the password, or reads it from --secret-file or standard input. What is not named stays as \
            it is. Try it with vincula config mail test ADDRESS.
            """)

    @Option(help: "The address that mails come from.") var from: String?
    @Option(help: "The host name of the mail server.") var host: String?
    @Option(help: "The port (default: 587; with SSL, 465).") var port: Int?
    @Option(help: "START_TLS, or SSL for implicit TLS (default: START_TLS).") var security: String?
    @Option(help: "The user name, which belongs with a password.") var username: String?
    @Option(help: "Read the password from a file; - is standard input.", completion: .file()) var secretFile: String?
    @Flag(help: "Use the server's mail server again; the project's own is kept.") var off = false
    @OptionGroup var addresses: PrivateAddressFlag
    @OptionGroup(title: "Data") var data: DataFlags

    private var texts: [(String, String?)] {
        [
            ("senderEmail", from), ("host", host), ("port", port.map(String.init)), ("securityMode", security),
            ("username", username),
        ]
    }

    func validate() throws {
        let isEmpty = texts.allSatisfy { $0.1 == nil } && secretFile == nil
        guard off != !isEmpty else {
            throw ValidationError(
                off ? "--off takes no other options." : "Nothing to change. See vincula help config mail set.")
        }
    }

    func run() async throws {
        let configuration = try await data.configuration(addresses.values)
        func row(_ name: String, _ text: String) throws -> (ProjectSetting, [String]) {
            (try SettingName.find(name, inTenant: false), [text])
        }
        guard !off else {
            try await ProjectSettingsEditor.use(configuration) { try await $0.set([try row(ConfigMail.method, "DEFAULT")]) }
            return print("Mails of project \(configuration.project) go through the server's mail server again.")
        }
        let isNew = try await Installation.useProject(configuration) {
            try await $0.projects.settings(of: configuration.project).email.server == nil
        }
        var rows = try texts.compactMap { name, text in
            try (text ?? (name == "securityMode" && isNew ? "START_TLS" : nil)).map {
                try row("\(ConfigMail.smtp).\(name)", $0)
            }
        }
        if username?.isEmpty == false || secretFile != nil {
            rows.append(try row("\(ConfigMail.smtp).password", try SecretInput.read("Password: ", file: secretFile)))
        } else if username != nil {
            rows.append(try row("\(ConfigMail.smtp).password", ""))
        }
        rows.append(try row(ConfigMail.method, "CUSTOM_SMTP"))
        let changes = rows
        try await ProjectSettingsEditor.use(configuration) { try await $0.set(changes) }
        print(
            "Mails of project \(configuration.project) go through its own mail server. Try it: vincula config mail test ADDRESS")
    }
}

/// `vincula config mail test`, which is `vincula email test` where people look for it.
struct ConfigMailTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: EmailTest.configuration.abstract, discussion: EmailTest.configuration.discussion)

    @OptionGroup var test: EmailTest

    func run() async throws { try await test.run() }
}
