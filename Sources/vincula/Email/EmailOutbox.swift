import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula email outbox`
struct EmailOutbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Lists the mails that wait, and those that were given up, with the reason.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let mails = try await Installation.use(configuration) { engine in
            (try await engine.outbox(.waiting), try await engine.outbox(.dead))
        }
        let rows = (mails.0 + mails.1).map { mail in
            [
                mail.id, mail.state.rawValue, mail.scope.project, mail.kind.rawValue, "\(mail.attempts)",
                Date(timeIntervalSince1970: Double(mail.createdAt.milliseconds) / 1000).formatted(.iso8601), mail.lastError ?? "",
            ]
        }
        guard !rows.isEmpty else { return print("Nothing waits, and nothing was given up.") }
        print(Table(headings: ["MAIL", "STATE", "PROJECT", "KIND", "TRIED", "ASKED FOR", "LAST ERROR"], rows: rows).text())
    }
}
