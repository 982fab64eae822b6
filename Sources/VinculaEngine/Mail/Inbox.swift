package import VinculaCore

/// A mail that was kept on a development server.
package struct InboxMail: Sendable {
    package let id: String
    package let createdAt: Timestamp
    package let kind: MailKind
    package let project: String
    package let mail: RenderedMail
}

extension Outbox {
    /// The mails kept here, newest first.
    package func keptMails(limit: Int = 200) async throws -> [InboxMail] {
        let (mails, settings) = try await read { reading in
            let mails = try reading.reads.mails(.kept, project: nil, limit: limit)
            let projects = Set(mails.map(\.scope.project))
            return (mails, Dictionary(try projects.map { ($0, try reading.settings(of: $0).email) }) { $1 })
        }
        return try mails.compactMap { try inboxMail($0, settings[$0.scope.project] ?? EmailSettings()) }
    }

    /// One of the mails kept here.
    package func keptMail(_ id: String) async throws -> InboxMail? {
        let found = try await read { reading in
            try reading.reads.mail(id).map { ($0, try reading.settings(of: $0.scope.project).email) }
        }
        guard let (mail, settings) = found, mail.state == .kept else { return nil }
        return try inboxMail(mail, settings)
    }

    private func inboxMail(_ mail: OutboxMail, _ settings: EmailSettings) throws -> InboxMail? {
        guard let order = try open(mail), !order.isDecoy else { return nil }
        return InboxMail(
            id: mail.id, createdAt: mail.createdAt, kind: mail.kind, project: mail.scope.project,
            mail: try renderer.render(order, settings))
    }
}
