import ArgumentParser

/// `vincula audit`
struct Audit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and verifies the audit log: who changed what.", subcommands: [AuditList.self, AuditVerify.self],
        defaultSubcommand: AuditList.self)
}
