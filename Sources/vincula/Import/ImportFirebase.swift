import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula import firebase`
struct ImportFirebase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "firebase", abstract: "Imports accounts from an export of Firebase, with ids and passwords.",
        discussion: """
            The server may run meanwhile, or not. An import that was interrupted goes on where it was: run the same command \
            again. An account that cannot be imported is written to a file with the reason, the others are imported, and the \
            command exits with 1. An account that is here already, exactly as in the export, is left alone.

            Export JSON, not CSV: firebase-tools does not quote CSV correctly, so a user can write other accounts into the \
            file by their own name or photo URL. CSV is refused without --trust-csv.

              vincula import firebase users.json --hash-config hash.txt --dry-run
              vincula import firebase users.json --hash-config hash.txt
              vincula import verify users.json --hash-config hash.txt
            """)

    @OptionGroup var source: ExportFileFlags
    @OptionGroup(title: "Password hashes") var hashes: HashFlags
    @OptionGroup var choices: ImportChoices
    @Flag(help: "Import into a copy of the data, say what would happen, and delete the copy.") var dryRun = false
    @Flag(help: "Begin again, where an import of this file was begun or finished before.") var restart = false
    @Option(help: "The file for refused accounts; by default FILE.rejected.jsonl. It must not exist yet.", completion: .file())
    var rejected: String?
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let file = try choices.fileImport(source, hashes)
        let configuration = try await data.configuration()
        let work = ImportWork(
            file: file, path: source.file, tenant: source.tenant ?? "", restarts: restart || dryRun, isRehearsal: dryRun,
            rejected: rejected ?? RejectedFile.path(for: source.file))
        let outcome = try await Interruptible.run { [dryRun] in
            dryRun
                ? try await Rehearsal.run(configuration) { try await work.run(configuration, $0) }
                : try await Installation.useProject(configuration) { try await work.run(configuration, $0) }
        }
        print(outcome.report)
        if outcome.hasRefusals { throw ExitCode.failure }
    }
}

/// The choices about accounts that are not simply new.
struct ImportChoices: ParsableArguments {
    @Flag(help: "Replace accounts that have the same id, with their sessions and everything else.") var allowOverwrite = false
    @Flag(help: "Import accounts with an authenticator app without it: Google does not export its secret.")
    var withoutAuthenticators = false
    @Flag(help: "Import no passwords: their owners reset them.") var withoutPasswords = false
    @Flag(help: "Import CSV, in which a user may have written accounts of their own.") var trustCsv = false

    func fileImport(_ source: ExportFileFlags, _ hashes: HashFlags) throws -> FileImport {
        var file = FileImport(try source.knownFormat())
        if file.format == .csv { try requireTrust(in: source.file) }
        if let known = try hashes.parameters() { (file.hashes, file.algorithm) = (known.parameters, known.algorithm) }
        file.overwrites = allowOverwrite
        file.leavesOutAuthenticators = withoutAuthenticators
        file.leavesOutPasswords = withoutPasswords
        return file
    }

    /// Warns of CSV that is trusted.
    ///
    /// - Throws: ``ConfigurationError`` if it is not.
    private func requireTrust(in path: String) throws {
        guard trustCsv else {
            throw ConfigurationError(
                description: """
                    \(path) is CSV, which firebase-tools does not quote correctly: a user can write other accounts into it by their \
                    own name or photo URL, with any id, verified email or custom claims. Export JSON instead: firebase auth:export \
                    users.json --format=json (or vincula export users.json). If you trust everybody who is in the file, use --trust-csv.
                    """)
        }
        StandardError.print("Warning: \(path) is CSV. Accounts that a user wrote into it cannot be told from real ones.")
    }
}

extension AuthEngine {
    /// The project and tenant that a command works on.
    ///
    /// - Throws: ``ConfigurationError`` for a tenant that does not exist.
    func importScope(_ configuration: ServerConfiguration, tenant: String) async throws -> ProjectScope {
        guard !tenant.isEmpty else { return ProjectScope(project: configuration.project) }
        let scope = try TenantRefusal.scope(configuration.project, tenant)
        _ = try await TenantRefusal.described { try await projects.tenant(scope) }
        return scope
    }
}
