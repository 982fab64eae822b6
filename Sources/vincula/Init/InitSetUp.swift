import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL

/// Carries `vincula init` out. Each step may have been done by an earlier run that was interrupted.
struct InitSetUp {
    let layout: ServiceLayout
    let plan: InitPlan
    let journal: InitJournal
    let isRoot: Bool
    /// True if an earlier run was interrupted.
    let isResumed: Bool

    private var answers: InitAnswers { journal.answers }

    /// - Returns: What was done, and what is left to do.
    /// - Throws: ``ConfigurationError``, or the errors of the data.
    func run() async throws -> String {
        if let unitFile = journal.unitFile { try requireNoOtherUnit(unitFile) }
        if !isResumed {
            try await requireNoData()
            if journal.unitFile != nil, SystemUser(layout.user) == nil { try SystemUser.requireWay(to: layout.dataFolder) }
            try makeFolder()
            try journal.write(layout.configFile)
        }
        do {
            return try await carryOut()
        } catch {
            let isUntouched = await hasNoData()
            if !isResumed, isUntouched {
                // The next attempt begins from the beginning, perhaps with other answers.
                if Self.text(of: layout.configFile) == plan.file { unlink(layout.configFile) }
                InitJournal.remove(layout.configFile)
            } else {
                StandardError.print("The set-up is incomplete. Run vincula init again: it goes on from here.")
            }
            throw error
        }
    }

    private func carryOut() async throws -> String {
        if journal.unitFile != nil { try await SystemUser.require(layout.user, home: layout.dataFolder) }
        let owner = isRoot ? SystemUser(layout.user) : nil
        try writeConfiguration()
        let data = InitData(
            answers: answers,
            configuration: try ServerConfiguration.read(try await ConfigurationSources(flags: [:], file: layout.configFile)))
        let key: String
        if let owner, !owner.isRoot {
            try owner.letRead(layout.configFile)
            try await owner.prepare(layout.dataFolder)
            // From here on, the folder's contents may be anything that the user makes them.
            key = try await owner.acting { try await data.make() }
        } else {
            key = try await data.make()
        }
        let isPackaged = Systemd.hasPackagedUnit(layout)
        var isStarted = false
        if let unitFile = journal.unitFile {
            if !isPackaged, Self.text(of: unitFile) != layout.unit {
                try WholeFile.write(layout.unit, to: unitFile, mode: 0o644)
            }
            WholeFile.clean(unitFile)
            isStarted = try await Systemd.start(unitFile)
        }
        let steps = InitSteps(
            layout: layout, answers: answers, isInstalled: journal.unitFile != nil || isPackaged, isStarted: isStarted,
            hasUser: SystemUser(layout.user) != nil)
        let service =
            isStarted
            ? "started" : isPackaged ? "the package's" : journal.unitFile.map { "\($0), not started" } ?? "not installed"
        return """

            \(facts(key: key, service: service))

            What is next:

            \(steps.text)
            """
    }

    private func facts(key: String, service: String) -> String {
        let methods = answers.methods.map(\.rawValue) + (answers.usesGoogle ? [ProviderID.google.value] : [])
        var facts = [
            ("Configuration", layout.configFile),
            ("Data", "\(answers.usesPostgreSQL ? "PostgreSQL; the master key is in " : "")\(layout.dataFolder)"),
            (
                "Sign-in methods",
                methods.isEmpty ? "none; turn one on with vincula config enable" : methods.joined(separator: ", ")
            ),
            ("API key", key), ("Service", service),
        ]
        if !answers.usedVariables.isEmpty {
            facts.append(
                ("From variables", "\(answers.usedVariables.joined(separator: ", ")): now in the configuration file"))
        }
        if answers.hasMasterKey { facts[1].1 = answers.usesPostgreSQL ? "PostgreSQL" : layout.dataFolder }
        return facts.map { $0.0.padding(toLength: 17, withPad: " ", startingAt: 0) + $0.1 }.joined(separator: "\n")
    }

    /// Refuses data that is there already: it would become the service's, or would have other settings.
    private func requireNoData() async throws {
        let configuration = try ServerConfiguration.read(try await ConfigurationSources(flags: plan.flags, file: nil))
        let isThere = try await PresentInstallation.asOwner(of: layout.dataFolder) {
            try await configuration.home.hasDataNow()
        }
        guard !isThere else {
            throw ConfigurationError(
                description:
                    "There is data in \(configuration.home.place) already. Nothing was changed. Choose another place, or write the configuration file yourself."
            )
        }
        guard isRoot, journal.unitFile != nil || SystemUser(layout.user) != nil,
            let names = try? FileManager.default.contentsOfDirectory(atPath: layout.dataFolder), !names.isEmpty
        else { return }
        throw ConfigurationError(
            description:
                "\(layout.dataFolder) is not empty, and all that is in the data folder becomes the service's. Choose a folder of its own with --data."
        )
    }

    /// Indicates whether it is certain that there is no data.
    private func hasNoData() async -> Bool {
        guard let sources = try? await ConfigurationSources(flags: plan.flags, file: nil),
            let configuration = ServerConfiguration.readAll(sources).configuration
        else { return false }
        let hasData = try? await PresentInstallation.asOwner(of: layout.dataFolder) {
            try await configuration.home.hasDataNow()
        }
        return hasData == false
    }

    private func makeFolder() throws {
        let folder = URL(filePath: layout.configFile).deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    private func writeConfiguration() throws {
        guard let text = Self.text(of: layout.configFile) else {
            return try WholeFile.write(plan.file, to: layout.configFile, mode: 0o600)
        }
        WholeFile.clean(layout.configFile)
        guard isResumed, text == plan.file else {
            throw ConfigurationError(
                description: """
                    \(layout.configFile) is not what the interrupted vincula init wrote. Nothing was changed. To keep it, remove \
                    \(InitJournal.path(layout.configFile)); to begin again, remove both.
                    """)
        }
    }

    private func requireNoOtherUnit(_ path: String) throws {
        guard let text = Self.text(of: path), text != layout.unit else { return }
        throw ConfigurationError(
            description:
                "\(path) exists and differs from what would be installed. Nothing was changed. Compare it: vincula init --print unit"
        )
    }

    private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
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
