import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula email outbox`
struct EmailOutbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Lists waiting and failed emails with the reasons.",
        discussion: """
            Lists the emails of all projects or, with --project, of one; the project in the configuration is ignored.
            """)

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let mails = try await Installation.use(configuration) { [project = data.project] engine in
            if project != nil { try await engine.requireProject(configuration) }
            return try await engine.outbox.messages(.waiting, project: project)
                + engine.outbox.messages(.dead, project: project)
        }
        let rows = mails.map { mail in
            [
                mail.id, mail.state.rawValue, mail.scope.project, mail.kind.name, "\(mail.attempts)",
                Date(timeIntervalSince1970: Double(mail.createdAt.milliseconds) / 1000).formatted(.iso8601), mail.lastError ?? "",
            ]
        }
        guard !rows.isEmpty else { return print("There are no waiting or failed emails.") }
        print(Table(headings: ["EMAIL", "STATE", "PROJECT", "KIND", "ATTEMPTS", "REQUESTED", "LAST ERROR"], rows: rows).text())
    }
}
