import ArgumentParser
import VinculaEngine

/// `vincula sms outbox`
struct SMSOutbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Lists waiting and failed text messages with the reasons, without numbers and codes.",
        discussion: """
            Lists the messages of all projects or, with --project, of one; the project in the configuration is ignored.
            """)

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let unsent = try await UnsentMessages.find(.text, configuration, project: data.project)
        print(unsent.table(of: "MESSAGE") ?? "There are no waiting or failed text messages.")
    }
}
