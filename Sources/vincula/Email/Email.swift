import ArgumentParser

/// `vincula email`
struct Email: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what mails look like, tries the mail server, and lists what has not gone out.",
        subcommands: [EmailPreview.self, EmailTest.self, EmailOutbox.self])
}
