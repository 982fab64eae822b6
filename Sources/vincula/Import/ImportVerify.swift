import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula import verify`
struct ImportVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compares an export with the accounts here, and changes nothing.",
        discussion: """
            Compares each account's id, email, phone number, name, photo, identities, second factors, claims and state, and \
            the hash of its password. Exits with 1 if there is a difference.

            Hashes that are quickly computed are hashed once more after an import, so that some of them only are computed \
            (--sample). --passwords checks known passwords as a sign-in does: a file with an email, a space and the password \
            in each line.
            """)

    @OptionGroup var source: ExportFileFlags
    @OptionGroup(title: "Password hashes") var hashes: HashFlags
    @OptionGroup var choices: VerifyChoices
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        var file = FileImport(try source.knownFormat())
        if let known = try hashes.parameters() { (file.hashes, file.algorithm) = (known.parameters, known.algorithm) }
        file.leavesOutAuthenticators = true
        file.leavesOutPasswords = file.hashes == nil
        let configuration = try await data.configuration()
        let passwords = try choices.knownPasswords()
        let (path, tenant, sample) = (source.file, source.tenant ?? "", choices.sample)
        let (result, wrong) = try await Interruptible.run { [file] in
            try await Installation.useProject(configuration) { engine in
                let scope = try await engine.importScope(configuration, tenant: tenant)
                let result = try await Self.compare(path, file, sample: sample, engine.accounts, scope)
                var wrong: [String] = []
                for (email, password) in passwords
                where try await !engine.accounts.isPassword(password, of: email, in: scope) {
                    wrong.append(email)
                }
                return (result, wrong)
            }
        }
        report(result, wrong: wrong, of: passwords.count, comparesHashes: file.hashes != nil)
        if !result.comparison.differences.isEmpty || !wrong.isEmpty { throw ExitCode.failure }
    }

    private struct Found: Sendable {
        var comparison = ExportComparison()
        var records = 0
        var accounts = 0
    }

    private static func compare(
        _ path: String, _ file: FileImport, sample: Int, _ accounts: AccountAdministration, _ scope: ProjectScope
    ) async throws -> Found {
        let progress = WorkProgress()
        defer { progress.end() }
        let export = try ExportFile(path, file.format)
        var found = Found()
        var isLast = false
        while !isLast {
            try Task.checkCancellation()
            let next = try await export.next(1000)
            isLast = next.isLast
            let records = accounts.check(next.records, of: file, in: scope)
            let left = sample - found.comparison.sampledHashes
            found.comparison += try await accounts.compare(records, of: file, sample: left, in: scope)
            found.records += records.count
            let share = Double(next.records.last?.end ?? 0) / Double(max(1, export.length))
            progress.show(share, count: Int64(found.records))
        }
        found.accounts = try await accounts.countAccounts(in: scope)
        return found
    }

    private func report(_ found: Found, wrong: [String], of passwords: Int, comparesHashes: Bool) {
        let result = found.comparison
        print(
            "\(found.records.grouped) accounts in the file, \(result.found.grouped) of them here; "
                + "\(found.accounts.grouped) here in all.")
        if comparesHashes {
            print(
                "Password hashes: \(result.equalHashes.grouped) equal, \(result.renewedHashes.grouped) renewed by a sign-in here, "
                    + "\(result.sampledHashes.grouped) computed, \(result.wrappedHashes.grouped) not computed.")
        } else {
            print("Password hashes were not compared; --hash-config compares them.")
        }
        if passwords > 0 { print("Known passwords: \((passwords - wrong.count).grouped) of \(passwords.grouped) are right.") }
        for email in wrong { print("  wrong password: \(Table.printable(email))") }
        guard !result.differences.isEmpty else {
            print("No differences.")
            return
        }
        let kinds = Dictionary(grouping: result.differences, by: \.what).mapValues(\.count).sorted { $0.key < $1.key }
        print("Differences: " + kinds.map { "\($0) \($1.grouped)" }.joined(separator: ", "))
        var table = Table(headings: ["RECORD", "ACCOUNT", "DIFFERS IN"])
        table.rows = result.differences.prefix(choices.limit).map { [String($0.record), $0.account, $0.what] }
        print(table.text(widest: 128))
    }
}

/// What is verified beside the accounts themselves, and how much of the result is shown.
struct VerifyChoices: ParsableArguments {
    @Option(help: "A file with known passwords: an email, a space and the password in each line.", completion: .file())
    var passwords: String?
    @Option(help: "The number of hashes to compute, where they cannot be compared byte by byte.") var sample = 100
    @Option(help: "The number of differences to list.") var limit = 50

    func validate() throws {
        guard (0...1_000_000).contains(sample), (0...1_000_000).contains(limit) else {
            throw ValidationError("--sample and --limit must be from 0 to 1000000.")
        }
    }

    /// - Throws: ``ConfigurationError``.
    func knownPasswords() throws -> [(email: String, password: String)] {
        guard let passwords else { return [] }
        let handle = try FileHandle(forReadingFrom: URL(filePath: passwords))
        defer { try? handle.close() }
        guard let text = String(data: try handle.read(upToCount: 1 << 20) ?? Data(), encoding: .utf8) else {
            throw ConfigurationError(description: "\(passwords) is not text in UTF-8.")
        }
        return try text.split(separator: "\n").map { line in
            guard let space = line.firstIndex(of: " ") else {
                throw ConfigurationError(description: "\(passwords) has a line without a space between email and password.")
            }
            return (String(line[..<space]), String(line[line.index(after: space)...]))
        }
    }
}
