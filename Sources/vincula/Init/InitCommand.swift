import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula init`
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Sets a server up: configuration file, keys, sign-in methods, service and proxy.",
        discussion: """
            Asks at a terminal for what no flag says. Each question shows its default; an empty answer accepts it. Without a \
            terminal, or with --yes, what no flag says has its default, and --public-url is needed. Variables such as \
            VINCULA_PUBLIC_URL count as flags; those of all other settings are copied to the configuration file. If it was \
            interrupted, run it again: it goes on. A complete installation is described and never changed.

            For root, the configuration file is /etc/vincula/vincula.json and the data folder /var/lib/vincula; for others, \
            vincula.json and vincula-data where they are. The project is named after the address, such as shop for \
            auth.shop.com.

              vincula init --public-url https://auth.example.com --project shop
              vincula init --print unit --config /etc/vincula/vincula.json
            """)

    /// A text that can be printed again later.
    enum Snippet: String, CaseIterable, ExpressibleByArgument { case unit, nginx, caddy, config }

    @Option(help: Settings.all.publicUrl.about.flagHelp) var publicURL: String?
    @Option(
        help:
            "What terminates TLS: nginx, caddy, proxy for another proxy, files for certificate files, acme for certificates that the server gets itself. (default: nginx)",
        completion: .list(InitFront.choices.map(\.rawValue)))
    var tlsBy: String?
    @Option(help: "The addresses of another proxy, comma-separated. (default: loopback)") var proxies: String?
    @Option(help: Settings.all.tls.certificateFile.about.flagHelp, completion: .file()) var tlsCertificateFile: String?
    @Option(help: Settings.all.tls.keyFile.about.flagHelp, completion: .file()) var tlsKeyFile: String?
    @Option(help: "The email address for the authority that issues certificates, with --tls-by acme.") var tlsAcme: String?
    @Option(
        help: "The sign-in methods: email, email-link, anonymous, phone, comma-separated, or none. (default: email)",
        completion: .list(SignInMethod.allCases.map(\.rawValue)))
    var methods: String?
    @Option(help: "The hosts of your apps, to which links and redirects may lead, comma-separated. (default: none)")
    var domains: String?
    @Option(help: "The client id at Google, for sign-in with Google. (default: none)") var googleClientID: String?
    @Option(help: "Read the client secret at Google from a file.", completion: .file()) var googleSecretFile: String?
    @Option(help: "The mail server, or none. (default: none)") var smtpHost: String?
    @Option(help: Settings.all.smtp.port.about.flagHelp) var smtpPort: String?
    @Option(help: Settings.all.smtp.security.about.flagHelp, completion: Settings.all.smtp.security.about.completion)
    var smtpSecurity: String?
    @Option(help: "The user name at the mail server, or none. (default: none)") var smtpUsername: String?
    @Option(help: "Read the password for the mail server from a file.", completion: .file()) var smtpPasswordFile: String?
    @Option(help: Settings.all.mailFrom.about.flagHelp) var mailFrom: String?
    @Option(help: "Read the address of a PostgreSQL database from a file, and keep the data there.", completion: .file())
    var databaseFile: String?
    @Option(help: Settings.all.listen.about.flagHelp) var listen: String?
    @Option(help: "HOST:PORT of the admin port on this machine. (default: 127.0.0.1:9098)") var adminListen: String?
    @Flag(help: "Install the systemd unit, and start the service; as root.") var install = false
    @Option(help: ArgumentHelp("Where the unit is installed.", visibility: .hidden))
    var unit = "/etc/systemd/system/vincula.service"
    @Option(help: "The user that the service runs as. (default: vincula; without root, you)") var user: String?
    @Option(help: ArgumentHelp("The path of the command in the unit. (default: this one)", visibility: .hidden))
    var executable: String?
    @Flag(name: .shortAndLong, help: "Ask nothing: use the defaults of what no flag says.") var yes = false
    @Option(
        help: """
            Only print the unit, the proxy's configuration (nginx, caddy) or the configuration file (config): the one that is \
            there or, with other flags, the one that they would make.
            """)
    var print: Snippet?
    @OptionGroup(title: "Data") var data: DataFlags

    private var isRoot: Bool { geteuid() == 0 }

    private var configFile: String {
        let named = data.config ?? ProcessInfo.processInfo.environment["VINCULA_CONFIG"]
        return URL(filePath: named ?? (isRoot ? "/etc/vincula/vincula.json" : "vincula.json")).path
    }

    func run() async throws {
        if let fault = ServiceLayout.fault(ofPath: configFile) { throw ConfigurationError(description: "--config: \(fault)") }
        if let user, let fault = ServiceLayout.fault(ofUser: user) { throw ConfigurationError(description: "--user: \(fault)") }
        var answers = try await given()
        if let print { return Swift.print(try await snippet(print, answers), terminator: "") }
        guard !install || isRoot else {
            throw ConfigurationError(description: "--install needs root: it writes \(unit) and starts the service.")
        }
        if let journal = try InitJournal.read(configFile) { return try await goOn(journal, answers) }
        if let present = PresentInstallation(configFile, data.data) {
            Swift.print(try await present.text())
            guard flags.allSatisfy({ $0.value == nil }) else {
                throw ConfigurationError(
                    description: "Nothing was changed. Settings are changed in the configuration file, and with vincula config.")
            }
            return
        }
        let asks = !yes && isatty(STDIN_FILENO) == 1
        guard asks || answers["publicUrl"] != nil else {
            throw ConfigurationError(
                description:
                    "--public-url is missing, and there is no terminal to ask at: vincula init --public-url https://auth.example.com"
            )
        }
        if install { answers[InitQuestion.Topic.install] = "yes" }
        if !asks, !install { answers[InitQuestion.Topic.install] = "no" }
        answers = try await InitDialogue(isAsking: asks).complete(answers)
        let wantsService = answers[InitQuestion.Topic.install] == "yes"
        try await setUp(
            InitJournal(answers: answers, user: serviceUser, unitFile: wantsService ? unit : nil), isResumed: false)
    }

    /// Goes on with a set-up that was interrupted.
    private func goOn(_ journal: InitJournal, _ given: InitAnswers) async throws {
        var merged = journal.answers
        for (name, value) in given.values { merged[name] = value }
        if install { merged[InitQuestion.Topic.install] = "yes" }
        let isSame =
            try await InitDialogue(isAsking: false).complete(merged).essence == journal.answers.essence
            && given.others.allSatisfy { journal.answers.others[$0.key] == $0.value }
            && [nil, journal.user].contains(user) && (!install || journal.unitFile == unit)
        guard isSame else {
            throw ConfigurationError(
                description: """
                    A vincula init with other answers was interrupted. Nothing was changed. Run it again without flags to go on; to \
                    begin again, remove \(InitJournal.path(configFile)), \(configFile) and the data.
                    """)
        }
        Swift.print("Going on with the set-up that was interrupted.")
        try await setUp(journal, isResumed: true)
    }

    /// The answers that flags give, but for secrets.
    private var flags: [(name: String, value: String?)] {
        let files = tlsCertificateFile != nil || tlsKeyFile != nil
        let front = tlsBy ?? (files ? InitFront.files.rawValue : tlsAcme != nil ? InitFront.acme.rawValue : nil)
        return [
            ("publicUrl", publicURL), ("project", data.project), (InitQuestion.Topic.front, front),
            ("proxies", proxies), ("tls.certificateFile", tlsCertificateFile), ("tls.keyFile", tlsKeyFile),
            ("tls.acme", tlsAcme), (InitQuestion.Topic.methods, methods), (InitQuestion.Topic.domains, domains),
            (InitQuestion.Topic.googleClientID, googleClientID), ("smtp.host", smtpHost), ("smtp.port", smtpPort),
            ("smtp.security", smtpSecurity), ("smtp.username", smtpUsername), ("mail.from", mailFrom), ("listen", listen),
            ("adminListen", adminListen),
        ]
    }

    /// What flags and variables say.
    private func given() async throws -> InitAnswers {
        var answers = InitAnswers()
        answers.isRoot = isRoot
        answers.machine = Self.machine
        try await InitEnvironment.take(ProcessInfo.processInfo.environment, names: Self.names, into: &answers)
        for (name, value) in flags { if let value { answers[name] = value } }
        if let folder = data.data { answers["data"] = folder }
        if let googleSecretFile {
            answers[InitQuestion.Topic.googleSecret] = try SecretInput.read("", file: googleSecretFile)
        }
        if let smtpPasswordFile { answers["smtp.password"] = try SecretInput.read("", file: smtpPasswordFile) }
        if let databaseFile { answers["database"] = try SecretInput.read("", file: databaseFile) }
        if answers["database"] != nil { answers[InitQuestion.Topic.store] = "postgresql" }
        if answers[InitQuestion.Topic.front] == nil {
            if answers["tls.certificateFile"] != nil || answers["tls.keyFile"] != nil {
                answers[InitQuestion.Topic.front] = InitFront.files.rawValue
            } else if answers["tls.acme"] != nil {
                answers[InitQuestion.Topic.front] = InitFront.acme.rawValue
            }
        }
        return answers
    }

    private var serviceUser: String { user ?? (isRoot ? "vincula" : NSUserName()) }

    /// The settings that flags and questions are about.
    private static let names: Set<String> = Set(
        InitQuestion.all.map(\.name) + ["smtp.port", "smtp.security", "listen", "adminListen"])

    /// - Throws: ``ConfigurationError`` for what cannot be in a unit or in a proxy's configuration.
    private func layout(_ configuration: ServerConfiguration, user: String) throws -> ServiceLayout {
        let listen = ListenAddress(host: configuration.host, port: configuration.port)
        let address = configuration.publicURL.flatMap { URL(string: $0) }
        let layout = ServiceLayout(
            configFile: configFile, dataFolder: configuration.dataDirectory.path, executable: executable ?? Self.ownPath,
            user: user,
            hasLowPort: [listen.port, configuration.acme?.plainPort?.port].contains { (1..<1024).contains($0 ?? 0) },
            listen: listen, host: address?.host(percentEncoded: false) ?? "auth.example.com",
            publicPort: address?.scheme == "https" ? address?.port ?? 443 : 443)
        try layout.check()
        return layout
    }

    /// The computer's own name.
    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static var ownPath: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path == "/proc/self/exe"
            ? URL(filePath: CommandLine.arguments[0]).path : URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    }

    private func snippet(_ snippet: Snippet, _ given: InitAnswers) async throws -> String {
        let isThere = FileManager.default.fileExists(atPath: configFile)
        if snippet == .config, isThere, given.values.isEmpty {
            do { return try String(contentsOfFile: configFile, encoding: .utf8) } catch {
                throw ConfigurationError(
                    description: "The configuration file \(configFile) cannot be read: \(SystemReason.text(error)).")
            }
        }
        var answers = given
        if snippet == .config || !isThere {
            answers["publicUrl"] = answers["publicUrl"] ?? "https://auth.example.com"
            answers[InitQuestion.Topic.install] = "no"
            answers = try await InitDialogue(isAsking: false).complete(answers)
        }
        let plan = InitPlan(answers)
        if snippet == .config { return plan.file }
        let sources = try await ConfigurationSources(
            flags: isThere ? data.flags : plan.flags, file: isThere ? configFile : nil)
        let layout = try layout(try ServerConfiguration.read(sources), user: serviceUser)
        if isRoot, isThere, let words = FileRights(configFile)?.foreignWords(configFile) { StandardError.print(words) }
        return switch snippet {
        case .unit: layout.unit
        case .nginx: layout.nginx
        case .caddy: layout.caddy
        case .config: plan.file
        }
    }

    private func setUp(_ journal: InitJournal, isResumed: Bool) async throws {
        let plan = InitPlan(journal.answers)
        // Everything is checked together before anything is written.
        let planned = try ServerConfiguration.read(try await ConfigurationSources(flags: plan.flags, file: nil))
        let setUp = InitSetUp(
            layout: try layout(planned, user: journal.user), plan: plan, journal: journal, isRoot: isRoot, isResumed: isResumed)
        Swift.print(try await setUp.run())
        InitJournal.remove(configFile)
    }
}

extension DataFlags {
    /// The values of the flags, by the setting's name.
    var flags: [String: String] {
        var flags: [String: String] = [:]
        flags[Settings.name(\.data)] = data
        flags[Settings.name(\.project)] = project
        return flags
    }
}
