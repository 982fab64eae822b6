import ArgumentParser
import Foundation
import VinculaEngine

/// `vincula audit verify`
struct AuditVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks that no record was changed, removed or added.",
        discussion: """
            Each record is sealed together with the one before it, with a key that the master key protects. The command prints \
            the last record's number and seal. Keep that elsewhere and pass it as --anchor later: nothing else reveals that \
            somebody replaced the whole database with an older copy. Exits with 1 if something is wrong.
            """)

    @OptionGroup(title: "Data") var data: DataFlags
    @Option(help: "A record that must be in the log, as printed by an earlier check.") var anchor: String?

    func validate() throws {
        if let anchor, AuditAnchor(anchor) == nil {
            throw ValidationError("--anchor must be NUMBER:SEAL, as printed by an earlier check.")
        }
    }

    func run() async throws {
        let installation = try await Installation.open(try await data.configuration(), creates: false)
        let verdict = try await installation.engine.auditLog.verify(anchor: anchor.flatMap { AuditAnchor($0) }) { done, all in
            guard done % 100_000 == 0 else { return }
            FileHandle.standardError.write(Data("\(done) of \(all) records checked …\n".utf8))
        }
        try await installation.close()
        if let fault = verdict.fault {
            print("The audit log is not intact: \(Self.text(fault))")
            print("\(verdict.count) records before that are intact.")
            throw ExitCode.failure
        }
        print("The audit log is intact: \(verdict.count) record\(verdict.count == 1 ? "" : "s").")
        if verdict.newer > 0 {
            print("\(verdict.newer) of them \(verdict.newer == 1 ? "was" : "were") written by a newer version of Vincula.")
        }
        if let end = verdict.end { print("Its last record and seal, to keep in another place: \(end)") }
    }

    static func text(_ fault: AuditFault) -> String {
        switch fault {
        case .missing(let from, let to): from == to ? "record \(from) is missing." : "records \(from) to \(to) are missing."
        case .changed(let number): "record \(number) was changed, or was not written by this server."
        case .misplaced(let number): "record \(number) does not follow record \(number - 1)."
        case .inserted(let number): "record \(number) was added after the log's end, and not by this server."
        case .endForged: "the record of the log's end is missing or forged."
        case .keyIsGone: "its sealing key is missing."
        case .anchorIsGone(let number): "record \(number) is missing, or is not the one in the anchor."
        case .waitingForged: "a record that waits to be added to it was not written by this server, or is in it already."
        case .unprotected: "the database triggers that protect it were removed."
        }
    }
}
