import ArgumentParser

/// `vincula sms`
struct SMS: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tests the gateway for text messages.", subcommands: [SMSTest.self])
}
