import ArgumentParser

/// `vincula sms`
struct SMS: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Previews text messages, tests the gateway, lists unsent messages, and says where messages may go.",
        subcommands: [SMSPreview.self, SMSTest.self, SMSOutbox.self, SMSRegions.self])
}
