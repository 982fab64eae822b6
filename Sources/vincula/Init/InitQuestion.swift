import Foundation
import VinculaCore

/// A question of `vincula init`.
struct InitQuestion: Sendable {
    /// The names of answers that are not settings.
    enum Topic {
        static let front = "tls-by"
        static let methods = "methods"
        static let domains = "domains"
        static let googleClientID = "google-client-id"
        static let googleSecret = "google-secret"
        static let store = "store"
        static let install = "install"
    }

    /// The setting, or topic.
    let name: String
    let text: String
    /// True for what must not be shown when it is typed; it has no default.
    var isSecret = false
    /// Indicates whether an empty text is an answer, which is shown as "none".
    var mayBeNone = false
    var isNeeded: @Sendable (InitAnswers) -> Bool = { _ in true }
    /// The reason why the question is not needed: the answer that decides it.
    var idleReason: @Sendable (InitAnswers) -> String = { _ in "" }
    let fallback: @Sendable (InitAnswers) -> String
    /// The answers to choose from.
    var choices: (@Sendable (InitAnswers) -> [String])?
    /// The reason why an answer is wrong; `nil` if it is right. The setting's own check comes first.
    var fault: @Sendable (String, InitAnswers) -> String? = { _, _ in nil }
    /// Indicates whether several of the choices may be named.
    var isList = false
    /// What has to be known before the question can be answered; `nil` if nothing has.
    var note: @Sendable (InitAnswers) -> String? = { _ in nil }

    /// All questions, in the order in which they are asked.
    static let all: [InitQuestion] = [
        InitQuestion(
            name: "publicUrl", text: "Public address, at which browsers and apps reach this server",
            fallback: { $0.machine.contains(".") ? "https://\($0.machine)" : "http://127.0.0.1:9099" },
            fault: { text, _ in
                guard let url = URL(string: text) else { return nil }
                if let fault = ServiceLayout.fault(ofHost: url.host(percentEncoded: false) ?? "") { return fault }
                guard ["", "/"].contains(url.path(percentEncoded: true)), url.query == nil, url.fragment == nil else {
                    return "It must end after the host and port: the server's pages and calls are at the top of an address."
                }
                let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host(percentEncoded: false) ?? "")
                return url.scheme == "https" || isLocal
                    ? nil : "It must begin with https:// because passwords are sent there; http:// is for this machine only."
            }),
        InitQuestion(
            name: "project", text: "Project, the name of a set of users",
            fallback: { answers in
                let labels = (answers.domain ?? "").split(separator: ".").map(String.init)
                return labels.count > 1 ? labels[labels.count - 2] : "app"
            },
            fault: { text, _ in
                if text == "demo-project" { return "demo-project is reserved for development." }
                // Service accounts have an address with the project in it; projects from elsewhere may do without them.
                return ServiceAccount.email(name: "a", project: text) == nil
                    ? "It has letters, digits, dashes, dots and underscores: service accounts have it in their address." : nil
            }),
        InitQuestion(
            name: Topic.front, text: "What terminates TLS: a proxy on this machine, another proxy, or this server",
            isNeeded: { !$0.isPlain }, idleReason: { _ in "the public address begins with http://, so there is no TLS" },
            fallback: { _ in InitFront.nginx.rawValue },
            choices: { _ in InitFront.choices.map(\.rawValue) }),
        InitQuestion(
            name: "proxies", text: "Addresses of the proxy, comma-separated", isNeeded: { $0.front == .proxy },
            idleReason: \.frontWords, fallback: { _ in "loopback" }),
        InitQuestion(
            name: "tls.certificateFile", text: "Certificate with its intermediate certificates, in PEM",
            isNeeded: { $0.front == .files }, idleReason: \.frontWords,
            fallback: { "/etc/letsencrypt/live/\($0.host)/fullchain.pem" },
            fault: { path, _ in readable(path) }),
        InitQuestion(
            name: "tls.keyFile", text: "Its private key, in PEM", isNeeded: { $0.front == .files },
            idleReason: \.frontWords, fallback: { "/etc/letsencrypt/live/\($0.host)/privkey.pem" },
            fault: { path, _ in readable(path) }),
        InitQuestion(
            name: "tls.acme", text: "Email address for the certificates' authority", isNeeded: { $0.front == .acme },
            idleReason: \.frontWords, fallback: { $0.proposal("admin") }),
        InitQuestion(
            name: Topic.methods, text: "Sign-in methods, comma-separated", mayBeNone: true,
            fallback: { _ in SignInMethod.email.rawValue }, choices: { _ in SignInMethod.allCases.map(\.rawValue) }, isList: true),
        InitQuestion(
            name: Topic.domains, text: "Hosts of your apps, to which links and redirects may lead, comma-separated",
            mayBeNone: true, fallback: { _ in "" },
            fault: { text, _ in
                CommaList.items(text).first { AuthorizedDomains.host($0) == nil }.map { item in
                    let shown = Table.printable(String(item.prefix(60)))
                    return "\(shown) is not a host name, such as app.example.com, without scheme, port and path."
                }
            }),
        InitQuestion(
            name: Topic.googleClientID, text: "Google client ID, for sign-in with Google", mayBeNone: true,
            fallback: { _ in "" },
            fault: { text, _ in GoogleClient.fault(ofID: text) },
            note: { answers in
                """
                Google's console (https://console.cloud.google.com/apis/credentials) asks for this redirect address:
                  \(answers.googleRedirect)
                """
            }),
        InitQuestion(
            name: Topic.googleSecret, text: "Google client secret", isSecret: true, isNeeded: \.usesGoogle,
            idleReason: { _ in "there is no --google-client-id" }, fallback: { _ in "" }),
        InitQuestion(name: "smtp.host", text: "Mail server", mayBeNone: true, fallback: { _ in "" }),
        InitQuestion(
            name: "mail.from", text: "Address that mails come from", isNeeded: \.sendsMail, idleReason: noMailServer,
            fallback: { $0.proposal("accounts") },
            fault: { text, _ in EmailAddress(text) == nil ? "It must be an email address, such as accounts@example.com." : nil }),
        InitQuestion(
            name: "smtp.username", text: "User name at the mail server", mayBeNone: true, isNeeded: \.sendsMail,
            idleReason: noMailServer, fallback: { _ in "" }),
        InitQuestion(
            name: "smtp.password", text: "Password at the mail server", isSecret: true,
            isNeeded: { $0.sendsMail && $0["smtp.username"]?.isEmpty == false },
            idleReason: { $0.sendsMail ? "there is no --smtp-username" : noMailServer($0) }, fallback: { _ in "" }),
        InitQuestion(
            name: Topic.store, text: "Database", fallback: { _ in "sqlite" }, choices: { _ in ["sqlite", "postgresql"] }),
        InitQuestion(
            name: "database", text: "Address of the PostgreSQL database", isSecret: true, isNeeded: \.usesPostgreSQL,
            idleReason: { _ in "the database is sqlite" }, fallback: { _ in "" }),
        InitQuestion(
            name: "data", text: "Data folder", fallback: { $0.isRoot ? "/var/lib/vincula" : "vincula-data" },
            fault: { path, _ in ServiceLayout.fault(ofPath: path) }),
        InitQuestion(
            name: Topic.install, text: "Install and start a systemd service", isNeeded: \.isRoot,
            fallback: { _ in "yes" }, choices: { _ in ["yes", "no"] }),
    ]

    /// Reads an answer.
    ///
    /// - Returns: The value, or the reason why it is wrong.
    func read(_ typed: String, _ answers: InitAnswers) async -> Result<String, ConfigurationError> {
        var text = typed.trimmingCharacters(in: .whitespaces)
        if mayBeNone, text.lowercased() == "none" { text = "" }
        if text.isEmpty { return mayBeNone ? .success("") : .failure(ConfigurationError(description: "An answer is needed.")) }
        do {
            if let choices = choices?(answers) {
                let items = isList ? CommaList.words(text) : [text]
                for item in items where !choices.contains(item) {
                    let near = NearestName.of(item, among: choices).map { " Did you mean \($0)?" } ?? ""
                    throw ConfigurationError(
                        description:
                            "\(Table.printable(String(item.prefix(60)))) is not one of \(choices.joined(separator: ", ")).\(near)"
                    )
                }
                text = items.joined(separator: ",")
            } else {
                try await Settings.check(name, text)
            }
        } catch let error as ConfigurationError {
            return .failure(error)
        } catch {
            return .failure(ConfigurationError(description: "\(error)"))
        }
        if let fault = fault(text, answers) { return .failure(ConfigurationError(description: fault)) }
        return .success(text)
    }

    private static let noMailServer: @Sendable (InitAnswers) -> String = { _ in "there is no --smtp-host" }

    private static func readable(_ path: String) -> String? {
        access(path, R_OK) == 0 ? ServiceLayout.fault(ofPath: path) : "\(path) cannot be read: \(SystemReason.text(errno))."
    }
}

extension Settings {
    /// Checks one setting's value by the setting's own rule.
    ///
    /// - Throws: ``ConfigurationError``.
    static func check(_ name: String, _ text: String) async throws {
        let sources = try await ConfigurationSources(flags: [name: text], file: nil)
        _ = try list.first { $0.about.name == name }?.anyValue(in: sources)
    }
}
