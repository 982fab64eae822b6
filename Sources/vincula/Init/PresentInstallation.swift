import Foundation
import VinculaCore
import VinculaEngine

/// An installation that `vincula init` finds.
struct PresentInstallation {
    private let configFile: String
    private let hasFile: Bool
    private let dataFolder: String

    /// - Parameter folder: The data folder that a flag names.
    /// - Returns: `nil` if there is neither the configuration file nor data in the folder.
    init?(_ configFile: String, _ folder: String?) {
        self.configFile = configFile
        hasFile = FileManager.default.fileExists(atPath: configFile)
        let standard = geteuid() == 0 ? "/var/lib/vincula" : "vincula-data"
        let named = folder ?? ProcessInfo.processInfo.environment["VINCULA_DATA"] ?? standard
        dataFolder = URL(filePath: named).path
        let hasData = ["vincula.sqlite", "master.key"].contains {
            FileManager.default.fileExists(atPath: URL(filePath: dataFolder).appending(path: $0).path)
        }
        guard hasFile || hasData else { return nil }
    }

    /// Runs a closure that looks at data, as the folder's owner if this process is root: the owner may have put links there.
    ///
    /// - Throws: ``ConfigurationError`` if the rights cannot be changed, or any error of the closure.
    static func asOwner<Result>(of folder: String, _ body: () async throws -> Result) async throws -> Result {
        guard geteuid() == 0, let owner = SystemUser(ownerOf: folder) else { return try await body() }
        return try await owner.acting(body)
    }

    /// What there is.
    func text() async throws -> String {
        guard hasFile else {
            return """
                There is data in \(dataFolder) already, and no configuration file \(configFile). Nothing was changed.
                Look at it: vincula projects --data \(dataFolder)
                """
        }
        let head = "Vincula is set up already; nothing was changed.\n\nConfiguration  \(configFile)"
        let sources = try await ConfigurationSources(flags: [:], file: configFile)
        guard let configuration = ServerConfiguration.readAll(sources).configuration, sources.unknown.isEmpty else {
            return "\(head)\n\nThe file has problems: vincula doctor --config \(configFile)"
        }
        var lines = [head, "Data           \(configuration.home.place)"]
        if let url = configuration.publicURL { lines.append("Address        \(url)") }
        do {
            let projects = try await Self.asOwner(of: configuration.dataDirectory.path) {
                try await Installation.use(configuration) { try await $0.projects.projectSummaries() }
            }
            for project in projects.prefix(10) {
                let accounts = "\(project.accounts) account\(project.accounts == 1 ? "" : "s")"
                let keys = "\(project.apiKeys) API key\(project.apiKeys == 1 ? "" : "s")"
                lines.append("Project        \(project.id): \(accounts), \(keys)")
            }
        } catch {
            lines.append("               It cannot be opened: \(error)")
        }
        lines.append("Server         \(await configuration.home.isServed() ? "running" : "not running")")
        return lines.joined(separator: "\n") + "\n\nCheck it: vincula doctor --config \(configFile)"
    }
}
