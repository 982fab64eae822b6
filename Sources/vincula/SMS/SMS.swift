import ArgumentParser

/// `vincula sms`
struct SMS: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tests the gateway for text messages, and says where they may go.",
        subcommands: [SMSTest.self, SMSRegions.self])
}
