import ArgumentParser

/// `vincula sms`
struct SMS: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Previews text messages, tests the gateway, and lists unsent messages.",
        subcommands: [SMSPreview.self, SMSTest.self, SMSOutbox.self])
}
