import ArgumentParser

/// `vincula email`
struct Email: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Previews emails, tests the mail server, and lists unsent emails.",
        subcommands: [EmailPreview.self, EmailTest.self, EmailOutbox.self])
}
