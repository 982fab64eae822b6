import VinculaCore
import VinculaDelivery
import VinculaEngine

/// The doctor's findings about the mail servers that emails go through: the server's, and projects' own.
enum MailFindings {
    /// A project, and its own mail server if it has one.
    struct Project {
        let id: String
        let server: MailServerSettings?
    }

    /// The sentence that says which mail server a command cannot know of: one that only the service's variables name.
    static let blindSpot =
        "A mail server that only the service's own environment names (VINCULA_SMTP_HOST, as in secrets.env) is not seen here."

    /// The findings of a command, which has not the environment of the service.
    ///
    /// - Parameter opensData: `true` if the data may be opened.
    static func all(_ configuration: ServerConfiguration, opensData: Bool) async -> [Finding] {
        let findings = all(configuration, opensData ? await projects(configuration) : [])
        guard configuration.mail == nil, !configuration.isDevelopment else { return findings }
        return findings.map { finding -> Finding in
            if case .note(let text) = finding { .note("\(text) \(blindSpot)") } else { finding }
        }
    }

    static func all(_ configuration: ServerConfiguration, _ projects: [Project]) -> [Finding] {
        let own = projects.compactMap { project in
            project.server.map {
                Finding.good(
                    "Emails of project \(project.id) go to \($0.host):\($0.port), its own mail server. Try it: vincula email test "
                        + "you@example.com --project \(project.id)")
            }
        }
        let others = projects.filter { $0.server == nil }.map(\.id)
        // Where every project has its own, nobody needs another one.
        guard own.isEmpty || !others.isEmpty || configuration.mail != nil else { return own }
        return own + [rest(configuration, own.isEmpty ? nil : others)]
    }

    /// - Parameter others: The projects without a mail server of their own; `nil` if none has one.
    private static func rest(_ configuration: ServerConfiguration, _ others: [String]?) -> Finding {
        if let mail = configuration.mail {
            let whose = others == nil ? "Emails" : "All other emails"
            return .good("\(whose) go to \(mail.options.host):\(mail.options.port). Try it: vincula email test you@example.com")
        }
        if configuration.isDevelopment {
            let what = others == nil ? "Emails are not sent; read them" : "No other emails are sent; read those"
            return .note("\(what) at /emulator/inbox.")
        }
        let advice = "Users cannot reset their passwords or sign in with a link."
        guard let others else { return .note("No email is sent: no mail server is set (smtp.host). \(advice)") }
        let what = others.count == 1 ? "project \(others[0]) has" : "projects \(others.joined(separator: ", ")) have"
        return .note("No other email is sent: \(what) no mail server, and none is set for the server (smtp.host). \(advice)")
    }

    /// All projects whose settings can be read; none if the data cannot be opened, which is reported elsewhere.
    private static func projects(_ configuration: ServerConfiguration) async -> [Project] {
        (try? await Installation.use(configuration) { try await projects($0) }) ?? []
    }

    static func projects(_ engine: AuthEngine) async throws -> [Project] {
        var found: [Project] = []
        for id in try await EngineFindings.projects(engine) {
            guard let settings = try? await engine.projects.settings(of: id) else { continue }
            found.append(Project(id: id, server: settings.email.ownServer))
        }
        return found
    }
}
