import ArgumentParser
import Foundation
import VinculaEngine
import VinculaSQL

/// `vincula database copy`
struct DatabaseCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copies all data between SQLite and PostgreSQL, and compares every row.",
        discussion: """
            SQLite is the file in the data folder (--data), PostgreSQL the database in VINCULA_DATABASE. Stop all servers first; \
            the command refuses a database that is in use. The source stays as it is. The target must be empty. If the command is \
            interrupted, run it again: it goes on where it was. Until it is done, servers and commands refuse the target.

            The master key is not copied. Servers need the same one as before: the file master.key, or VINCULA_MASTER_KEY.
            """)

    @Option(help: "The source: sqlite or postgresql.") var from: DatabaseKind
    @Option(help: "The target: sqlite or postgresql.") var to: DatabaseKind
    @Flag(help: "Delete an unfinished copy in the target, and begin again.") var restart = false
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard from != to else { throw ValidationError("--from and --to must differ.") }
    }

    func run() async throws {
        let place = try CopyPlace(try await data.configuration(), creates: to == .sqlite)
        let progress = CopyProgress()
        let (from, to, restarts) = (from, to, restart)
        let copy = DatabaseCopy(
            from: place.side(from), to: place.side(to), requireKey: place.requireKey, progress: progress.show)
        let (copied, tables, verdict) = try await Interruptible.run {
            defer { progress.end() }
            let (copied, tables) = try await copy.run(restarts: restarts)
            let verdict = try await place.auditVerdict(to)
            try await copy.finish { try place.record(tables, from: from, to: to, in: $0) }
            return (copied, tables, verdict)
        }
        let seconds = progress.seconds(.copying)
        let rate = copied > 0 ? " (\(Int(Double(copied) / max(seconds, 0.001)).grouped) a second)" : ""
        print(
            """
            Copied \(copied.grouped) rows in \(Int(seconds.rounded(.up))) s\(rate), and compared every row in \
            \(Int(progress.seconds(.comparing).rounded(.up))) s. Both databases are equal:

            \(Self.text(tables))

            """)
        if let verdict { print(Self.text(verdict)) }
        if verdict?.end != nil { print("The audit log of the target has one more record: of this copy.") }
        print(next(place))
    }

    private func next(_ place: CopyPlace) -> String {
        let directory = place.configuration.dataDirectory
        let key = place.configuration.masterKey == nil ? directory.appending(path: "master.key").path : "VINCULA_MASTER_KEY"
        switch to {
        case .postgresql:
            return """
                Next: give each server VINCULA_DATABASE and the master key (\(key)), run `vincula doctor`, and start them. \
                \(directory.appending(path: DataDirectory.databaseName).path) is as it was: move it away, so that no server starts \
                on it by mistake.
                """
        case .sqlite:
            return """
                Next: unset VINCULA_DATABASE, make sure that the master key is there (\(key)), run `vincula doctor --data \
                \(directory.path)`, and start the server. The PostgreSQL database is as it was: rename it, so that no server \
                starts on it by mistake.
                """
        }
    }

    static func text(_ tables: [EqualTable]) -> String {
        Table(
            headings: ["TABLE", "ROWS", "SHA-256 OF ALL ROWS"],
            rows: tables.sorted { $0.name < $1.name }.map { table in
                [table.name, table.rows.grouped, table.digest.map { String(format: "%02x", $0) }.joined()]
            }
        ).text(widest: 64)
    }

    static func text(_ verdict: AuditVerdict) -> String {
        guard let fault = verdict.fault else {
            return "The audit log is intact: \(verdict.count) record\(verdict.count == 1 ? "" : "s")."
        }
        return "Warning: the audit log is not intact, in both databases: \(AuditVerify.text(fault))"
    }
}
