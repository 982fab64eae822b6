import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula export`, and `vincula users export`
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes all accounts of a project to a file.",
        discussion: """
            By default the file is one that firebase-tools' auth:import reads: with the identities of Google, Facebook, \
            Twitter and GitHub, and without second factors. --complete adds everything that vincula import firebase can use; \
            firebase-tools refuses such a file.

            Password hashes are left out. --with-hashes adds those of Argon2id with the current costs, and prints their \
            parameters on standard output, as another Vincula reads them:

              vincula export users.json --complete --with-hashes > hash.txt
              vincula import firebase users.json --hash-config hash.txt

            No flags of firebase-tools describe these hashes: it has no Argon2, so Google gets accounts without passwords. \
            Passwords that another system hashed and nobody has signed in with here since are never written, nor are the secrets \
            of authenticator apps. The audit log gets a record (account.export) before anything is written.

            In CSV, a text that a spreadsheet would take for a formula gets an apostrophe, which vincula import firebase takes \
            off again. vincula import firebase refuses CSV without --trust-csv: write JSON for an import.

            Accounts that change meanwhile are written as they are when their turn comes. Only the file's owner can read it. \
            Without a file, a redirected standard output gets the accounts, as JSON unless --format says csv; who can read that \
            file is then the shell's decision.
            """)

    @Argument(
        help: "The file to write; - for standard output. (default: standard output, if it is redirected)", completion: .file())
    var file: String?
    @Option(help: "json or csv; if left out, the file's name says it.") var format: String?
    @Flag(help: "Write everything that can be imported here again; json only.") var complete = false
    @Flag(help: "Write the hashes of passwords.") var withHashes = false
    @Flag(help: "Replace an existing file.") var replace = false
    @Option(help: "The tenant whose accounts are written.") var tenant: String?
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        if let format, !["json", "csv"].contains(format) { throw ValidationError("--format must be json or csv.") }
        if complete, format == "csv" { throw ValidationError("--complete needs --format json: the columns of CSV are fixed.") }
        if tenant?.isEmpty == true { throw ValidationError("--tenant is empty.") }
        guard path == nil else { return }
        guard file != nil || isatty(STDOUT_FILENO) == 0 else {
            throw ValidationError("Name the file to write: vincula export users.json. To see the accounts here, write - instead.")
        }
        if replace { throw ValidationError("--replace is for a file that is named.") }
        if withHashes {
            throw ValidationError(
                "--with-hashes prints the parameters of the hashes on standard output; name a file for the accounts.")
        }
    }

    /// The file's path; `nil` for standard output.
    private var path: String? { file == "-" ? nil : file }

    func run() async throws {
        let named = path.map { ExportFormat(fileName: $0) } ?? .json
        guard let known = format.flatMap({ ExportFormat(rawValue: $0) }) ?? named, known != .jsonl else {
            throw ConfigurationError(description: "Specify the format of \(path ?? "-"): --format json or csv.")
        }
        guard known == .json || !complete else {
            throw ConfigurationError(description: "--complete needs --format json: the columns of CSV are fixed.")
        }
        let configuration = try await data.configuration()
        let work = ExportWork(format: known, isComplete: complete, hasHashes: withHashes)
        let target: any ExportTarget = try path.map { try NewFile($0, replaces: replace) } ?? StandardOutput()
        do {
            let summary = try await Interruptible.run { [tenant] in
                try await Installation.useProject(configuration, home: configuration.readersHome) { engine in
                    let scope = try await engine.importScope(configuration, tenant: tenant ?? "")
                    let all = try await engine.accounts.recordExport(
                        format: work.format, isComplete: work.isComplete, hasHashes: work.hasHashes, in: scope)
                    return try await work.write(all, engine.accounts, scope, to: target)
                }
            }
            try target.finish()
            let text = summary.text(path ?? "standard output", hasHashes: withHashes)
            guard withHashes || path == nil else { return print(text) }
            // Standard output is for the accounts, or for a file that --hash-config reads.
            StandardError.print(text)
            if withHashes { print(Self.hashConfig(configuration)) }
        } catch {
            target.discard()
            throw error
        }
    }

    /// The parameters of our hashes, as `vincula import firebase --hash-config` reads them.
    private static func hashConfig(_ configuration: ServerConfiguration) -> String {
        """
        hash_config {
          algorithm: ARGON2,
          argon2_hash_type: ID,
          argon2_hash_length_bytes: 32,
          argon2_iterations: \(configuration[\.hash.passes]),
          argon2_memory_cost_kib: \(configuration[\.hash.memoryKib]),
          argon2_parallelism: 1,
        }
        """
    }
}

/// The numbers of an export.
struct ExportSummary: Sendable {
    var accounts = 0
    /// The passwords whose hash was not written.
    var withoutHash = 0
    /// The identities and second factors that the form has no place for.
    var omissions = 0

    func text(_ file: String, hasHashes: Bool) -> String {
        var lines = ["Wrote \(accounts.grouped) \(accounts == 1 ? "account" : "accounts") to \(file)."]
        if withoutHash > 0 {
            let reason = hasHashes ? "; their hashes are not of our current kind." : "."
            lines.append("Passwords left out: \(withoutHash.grouped)" + reason)
        }
        if omissions > 0 {
            lines.append("Identities and second factors left out: \(omissions.grouped) (--complete writes them).")
        }
        return lines.joined(separator: "\n")
    }
}

/// An export in progress.
struct ExportWork: Sendable {
    private static let page = 1000

    let format: ExportFormat
    let isComplete: Bool
    let hasHashes: Bool

    /// - Parameter all: The number of accounts when the export began.
    func write(
        _ all: Int, _ accounts: AccountAdministration, _ scope: ProjectScope, to file: any ExportTarget
    ) async throws -> ExportSummary {
        let progress = WorkProgress()
        defer { progress.end() }
        let form = AccountExport(isComplete: isComplete)
        var summary = ExportSummary()
        var after: String?
        if format == .json { try file.write("{\"users\": [\n") }
        while true {
            try Task.checkCancellation()
            let page = try await accounts.listAccounts(after: after, limit: Self.page, in: scope)
            var text = ""
            for account in page {
                let hash = hasHashes ? accounts.exportedPassword(of: account).map { ($0.tag, $0.salt) } : nil
                if account.password != nil, hash == nil { summary.withoutHash += 1 }
                if format == .json {
                    text += (summary.accounts == 0 ? "" : ",\n") + form.json(account, hash: hash)
                } else {
                    text += AccountExport.csv(account, hash: hash) + "\n"
                }
                summary.omissions += form.omissions(of: account)
                summary.accounts += 1
            }
            try file.write(text)
            progress.show(Double(summary.accounts) / Double(max(all, summary.accounts, 1)), count: Int64(summary.accounts))
            guard page.count == Self.page, let last = page.last else { break }
            after = last.id.value
        }
        if format == .json { try file.write("\n]}\n") }
        return summary
    }
}
