import Foundation
import VinculaCore
import VinculaEngine

/// An import of a file, from its beginning or from where it was interrupted.
struct ImportWork: Sendable {
    let file: FileImport
    let path: String
    let tenant: String
    let restarts: Bool
    let isRehearsal: Bool
    /// The file for refused accounts.
    let rejected: String

    /// Imports what is left.
    func run(_ configuration: ServerConfiguration, _ engine: AuthEngine) async throws -> ImportOutcomeText {
        var file = file
        file.acceptsAnyHash = DataDirectory.isDevelopment(configuration)
        let scope = try await engine.importScope(configuration, tenant: tenant)
        let progress = WorkProgress()
        defer { progress.end() }
        let export = try ExportFile(path, file.format)
        let digest = try ExportFile.digest(path) { progress.show(Double($0) / Double(max(1, export.length)), "reading the file") }
        let options = try file.digest()
        let run = try await engine.accounts.beginImport(of: digest, options: options, restarts: restarts, in: scope)
        if let finishedAt = run.finishedAt {
            StandardError.print("\(path) was imported before (\(finishedAt.short)); --restart imports it again.")
            return outcome(run, scope, others: [])
        }
        guard run.options == options else {
            throw ConfigurationError(
                description: """
                    The import of \(path) was begun with other choices or hash parameters. Go on with the same ones, or begin again \
                    with --restart.
                    """)
        }
        if run.records > 0 { StandardError.print("Going on after \(run.records.grouped) accounts.") }
        guard try await export.skip(run.records, to: run.offset) else {
            throw ConfigurationError(description: "\(path) is being changed. Import a file that stays as it is.")
        }
        let done = try await importRest(run, of: export, file, engine, scope, configuration, progress)
        guard await export.readDigest() == digest else {
            throw ConfigurationError(
                description: "\(path) was changed while it was imported. Import it again with --restart, and verify it.")
        }
        return outcome(done, scope, others: await export.otherMembers)
    }

    private func importRest(
        _ begun: ImportRun, of export: ExportFile, _ file: FileImport, _ engine: AuthEngine, _ scope: ProjectScope,
        _ configuration: ServerConfiguration, _ progress: WorkProgress
    ) async throws -> ImportRun {
        let refused = RejectedFile(rejected, file.format, length: begun.rejectedBytes)
        try refused.requireNew()
        let pace = CommandPace(home: isRehearsal ? nil : configuration.home)
        let length = Double(max(1, export.length))
        do {
            return try await engine.accounts.importRest(of: export, file, begun: begun, refused: refused, in: scope) { step in
                if let run = step?.run { progress.show(Double(run.offset) / length, count: run.records - begun.records) }
                return try await pace.next(after: step)
            }
        } catch ImportStop.lacksHashParameters {
            throw Self.lacksHashParameters(path)
        } catch ImportStop.interference {
            throw ConfigurationError(description: "Another command is importing \(path) at the same time.")
        }
    }

    private static func lacksHashParameters(_ path: String) -> ConfigurationError {
        ConfigurationError(
            description: """
                \(path) has password hashes, which need their parameters: copy them from Firebase's console (Authentication, Users, \
                Password hash parameters) into a file, and pass it with --hash-config. --without-passwords imports the accounts \
                without them.
                """)
    }

    private func outcome(_ run: ImportRun, _ scope: ProjectScope, others: [String]) -> ImportOutcomeText {
        ImportOutcomeText(
            run: run, project: scope.project, rejected: rejected, isRehearsal: isRehearsal, otherMembers: others)
    }
}

/// The number of accounts in each transaction of a command's import: few beside a server, which writes between them.
private actor CommandPace {
    private let home: (any DatabaseHome)?
    private var pace = ImportPace()
    private var isServed = false

    /// - Parameter home: Where a server may run; `nil` if none uses the data.
    init(home: (any DatabaseHome)?) { self.home = home }

    func next(after step: ImportStep?) async throws -> Int {
        if let step {
            if isServed {
                // A server that waits for its turn asks every tenth of a second.
                if step.run.finishedAt == nil { try await Task.sleep(for: max(step.duration, .milliseconds(120))) }
            } else {
                pace.note(step.count, in: step.duration / .seconds(1))
            }
        }
        isServed = await home?.isServed() ?? false
        return isServed ? ImportPace.besideServer : pace.next
    }
}

/// The end of an import, for people.
struct ImportOutcomeText: Sendable {
    let run: ImportRun
    let project: String
    let rejected: String
    let isRehearsal: Bool
    /// The members of the file beside its list of accounts.
    let otherMembers: [String]

    var hasRefusals: Bool { run.totals.failed > 0 }

    var report: String {
        let totals = run.totals
        let verb = isRehearsal ? "Would import" : "Imported"
        let taken = totals.created + totals.replaced
        var lines = [
            "\(verb) \(taken.grouped) of \(run.records.grouped) accounts into project \(project): \(totals.created.grouped) new, "
                + "\(totals.replaced.grouped) replaced; \(totals.passwords.grouped) with a password."
        ]
        if totals.unchanged > 0 {
            lines.append("\(totals.unchanged.grouped) are here already, exactly as in the file.")
        }
        if totals.authenticators > 0 {
            lines.append(
                "Authenticator apps left out: \(totals.authenticators.grouped). Their owners have to enrol them again.")
        }
        if hasRefusals {
            lines.append("Refused \(totals.failed.grouped), which are in \(rejected), each with the reason:")
            for (kind, count) in totals.refusals.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                lines.append("  \(count.grouped)  \(kind)")
            }
        }
        if !totals.withoutPlace.isEmpty {
            let names = totals.withoutPlace.sorted { $0.key < $1.key }.map { "\(Table.printable($0)) (\($1.grouped) accounts)" }
            lines.append("Not kept, because accounts here have no place for it: \(names.joined(separator: ", ")).")
        }
        // Those of a page of `accounts:batchGet` say nothing about anybody.
        let otherMembers = otherMembers.filter { !["kind", "nextPageToken"].contains($0) }
        if !otherMembers.isEmpty {
            let names = Table.printable(otherMembers.joined(separator: ", "))
            lines.append("The file has more than accounts, which was not imported: \(names).")
        }
        return lines.joined(separator: "\n")
    }
}
