import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL

/// Carries `vincula init` out.
struct InitSetUp {
    let layout: ServiceLayout
    let plan: InitPlan
    let answers: InitAnswers
    /// The file of the systemd unit; `nil` if none is installed.
    let unitFile: String?
    let isRoot: Bool

    /// - Returns: What was done, and what is left to do.
    /// - Throws: ``ConfigurationError``, or the errors of the data.
    func run() async throws -> String {
        if let unitFile { try requireNoOtherUnit(unitFile) }
        if unitFile != nil { try await SystemUser.require(layout.user, home: layout.dataFolder) }
        let owner = isRoot ? SystemUser(layout.user) : nil
        if owner != nil, let names = try? FileManager.default.contentsOfDirectory(atPath: layout.dataFolder), !names.isEmpty {
            throw ConfigurationError(
                description:
                    "\(layout.dataFolder) is not empty, and all that is in the data folder becomes the service's. Choose a folder of its own with --data."
            )
        }
        let folder = URL(filePath: layout.configFile).deletingLastPathComponent()
        if !FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        try write(plan.file, to: layout.configFile)
        let key: String
        do {
            key = try await makeData()
        } catch {
            // Without data, the next attempt begins from the beginning.
            unlink(layout.configFile)
            throw error
        }
        if let owner {
            try owner.give(layout.configFile)
            try owner.giveAll(in: layout.dataFolder)
        }
        let isPackaged = Systemd.hasPackagedUnit(layout)
        var isStarted = false
        if let unitFile {
            if !isPackaged, Self.text(of: unitFile) != layout.unit {
                try write(layout.unit, to: unitFile, mode: 0o644)
            }
            isStarted = try await Systemd.start(unitFile)
        }
        let steps = InitSteps(
            layout: layout, answers: answers, isInstalled: unitFile != nil || isPackaged, isStarted: isStarted,
            hasUser: SystemUser(layout.user) != nil)
        let on =
            answers.methods.isEmpty
            ? "none; turn one on with vincula config enable" : answers.methods.map(\.rawValue).joined(separator: ", ")
        let service =
            isStarted ? "started" : isPackaged ? "the package's" : unitFile.map { "\($0), not started" } ?? "not installed"
        return """

            Configuration    \(layout.configFile)
            Data             \(answers.usesPostgreSQL ? "PostgreSQL; the master key is in " : "")\(layout.dataFolder)
            Sign-in methods  \(on)
            API key          \(key)
            Service          \(service)

            What is next:

            \(steps.text)
            """
    }

    /// Creates the data, the project, its keys and an API key, and turns the methods on.
    ///
    /// - Returns: The API key.
    private func makeData() async throws -> String {
        let configuration = try ServerConfiguration.read(
            try await ConfigurationSources(flags: [:], file: layout.configFile))
        guard try await !configuration.home.hasDataNow() else {
            throw ConfigurationError(
                description:
                    "There is data in \(configuration.home.place) already. Nothing was changed. Choose another place, or write the configuration file yourself."
            )
        }
        let project = configuration.project
        let methods = answers.methods
        let key = try await Installation.useFirstProject(configuration) { engine in
            if !methods.isEmpty {
                _ = try await engine.projects.updateSettings(of: project) { settings in
                    for method in methods { method.set(true, in: &settings) }
                }
            }
            return try await engine.serviceAccess.createAPIKey(nil, label: "init", of: project).key
        }
        try await Installation.use(configuration) { try await $0.signingKeys.prepare([.idToken]) }
        return key
    }

    private func requireNoOtherUnit(_ path: String) throws {
        guard let text = Self.text(of: path), text != layout.unit else { return }
        throw ConfigurationError(
            description:
                "\(path) exists and differs from what would be installed. Nothing was changed. Compare it: vincula init --print unit"
        )
    }

    private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(path) cannot be written: \(SystemReason.text(errno)).")
        }
        // Whatever the process's mask is.
        fchmod(descriptor, mode)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            unlink(path)
            throw ConfigurationError(description: "\(path) cannot be written: \(SystemReason.text(error)).")
        }
    }
}

extension DatabaseHome {
    /// Indicates whether there is data of any version, also in a database that cannot be used.
    fileprivate func hasDataNow() async throws -> Bool {
        switch try await look(.creation) {
        case .absent, .empty: false
        default: true
        }
    }
}
