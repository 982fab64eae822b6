import ArgumentParser
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
        let unsent = try await UnsentMessages.find(.mail, configuration, project: data.project)
        print(unsent.table(of: "EMAIL") ?? "There are no waiting or failed emails.")
    }
}
