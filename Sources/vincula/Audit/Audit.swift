import ArgumentParser

/// `vincula audit`
struct Audit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and checks the log of who changed what.", subcommands: [AuditList.self, AuditVerify.self],
        defaultSubcommand: AuditList.self)
}
