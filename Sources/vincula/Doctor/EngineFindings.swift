import VinculaCore
import VinculaEngine
import VinculaServer

/// The doctor's findings about projects: the same for the command and for a running server.
enum EngineFindings {
    /// A finding, and what mends it in the console.
    struct Mendable {
        let finding: Finding
        var remedy: ServerFinding.Remedy?
    }

    static func all(_ installation: Installation, _ configuration: ServerConfiguration) async throws -> [Mendable] {
        let engine = installation.engine
        let projects = try await projects(engine)
        var found = [
            Mendable(finding: .good("Projects: \(projects.isEmpty ? "none yet" : projects.joined(separator: ", "))."))
        ]
        found += try await engine.projects.deletions().map { Mendable(finding: .note($0.line)) }
        for project in projects {
            found += try await AppVerificationFindings.all([project], engine, configuration).map {
                Mendable(
                    finding: $0, remedy: $0.isGood ? nil : .page("/settings/one/vincula.phone.appVerification", project: project))
            }
            found += await SettingFindings.all(project, engine, configuration, now: SystemClock().now).map {
                let page = $0.setting.hasSuffix("Notices") ? "/settings/delivery" : "/settings/one/\($0.setting)"
                return Mendable(finding: $0.finding, remedy: $0.finding.isGood ? nil : .page(page, project: project))
            }
            found += try await SAMLFindings.all([project], engine, now: SystemClock().now).map {
                Mendable(finding: $0, remedy: $0.isGood ? nil : .page("/providers", project: project))
            }
        }
        let troubled = try await installation.troubledProjects()
        for project in troubled.closed where !DataDirectory.isDevelopment(configuration) {
            found.append(
                Mendable(
                    finding: .note(SignInMethods.nobodyCanSignIn(to: project, configuration)),
                    remedy: .turnOnEmail(project: project)))
        }
        found += troubled.unreadable.map { Mendable(finding: .bad(TroubledProjects.unreadable($0, configuration.home))) }
        found += ProxyNote.findings(in: configuration.dataDirectory).map { Mendable(finding: $0) }
        return found
    }

    /// The projects that exist, or have an API key, sorted.
    static func projects(_ engine: AuthEngine) async throws -> [String] {
        let keyed = try await engine.serviceAccess.apiKeys(of: nil).map(\.project)
        return Set(try await engine.projects.listProjects() + keyed).sorted()
    }
}

/// The doctor's checks that a running server makes for its console: all but those that open the data anew, or its ports.
struct RunningDoctor: Sendable {
    let configuration: ServerConfiguration
    let installation: Installation

    func findings() async -> [ServerFinding] {
        let own = configuration.project
        var found = DataFolderCheck.whileServed(configuration).map { $0.ofServer() }
        if let address = configuration.databaseAddress {
            let home = ServerHome(configuration: configuration, address: address)
            found += await PostgreSQLFindings.all(configuration, home).findings.map { $0.ofServer() }
        }
        let clients = try? await ProviderFindings.ownClients(installation.engine)
        found += ProviderFindings.all(configuration.providers, clients ?? ProviderFindings.OwnClients()).map {
            $0.ofServer($0.isGood ? nil : .page("/providers", project: own))
        }
        do {
            let projects = try await MailFindings.projects(installation.engine)
            found += MailFindings.all(configuration, projects).map { finding in
                let project = projects.first { $0.server == nil }?.id ?? own
                return finding.ofServer(finding.isGood ? nil : .page("/settings/delivery", project: project))
            }
            let texts = Doctor.texts(configuration)
            found.append(texts.ofServer(texts.isGood ? nil : .page("/settings/delivery", project: own)))
            found += await ACMEFindings.whileServed(configuration, installation.engine).map { $0.ofServer() }
            found += try await EngineFindings.all(installation, configuration).map { $0.finding.ofServer($0.remedy) }
        } catch {
            found.append(ServerFinding(.bad, "The data cannot be read: \(error)"))
        }
        return found
    }
}

extension Finding {
    /// Indicates whether there is nothing to do about it.
    var isGood: Bool { if case .good = self { true } else { false } }

    /// The finding as the console has it.
    ///
    /// - Parameter remedy: What mends it; `nil` for what its words name.
    func ofServer(_ remedy: ServerFinding.Remedy? = nil) -> ServerFinding {
        func named(_ text: String) -> ServerFinding.Remedy? { .named(in: text, settings: Settings.names) }
        return switch self {
        case .good(let text): ServerFinding(.good, text, remedy: remedy)
        case .note(let text): ServerFinding(.note, text, remedy: remedy ?? named(text))
        case .bad(let text): ServerFinding(.bad, text, remedy: remedy ?? named(text))
        }
    }
}
