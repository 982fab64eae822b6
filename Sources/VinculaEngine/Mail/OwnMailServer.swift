import Foundation
package import VinculaCore
import VinculaCrypto

/// A project's own mail server, with its password opened.
package struct OwnMailServer: Hashable, Sendable {
    package let settings: MailServerSettings
    /// `nil` if the server wants none.
    package let password: String?
}

/// A mail, and the server that it goes through.
package struct OutgoingMail: Sendable {
    package let mail: RenderedMail
    /// `nil` for the operator's.
    package let server: OwnMailServer?
}

extension MailServerSettings {
    /// The place that the password is bound to. A tenant's mails go through its project's server.
    static func passwordPlace(of project: String) -> String { "smtp-password/\(project)" }
}

extension Outbox {
    /// The mail that a message is, and the server that it goes through.
    ///
    /// - Returns: `nil` if nothing is to be sent, or for a message of another channel.
    /// - Throws: The errors of ``rendered(_:_:)``, and those of a password that cannot be opened.
    package func outgoing(_ message: OutboxMessage, _ settings: ProjectSettings) throws -> OutgoingMail? {
        guard let mail = try rendered(message, settings) else { return nil }
        return OutgoingMail(mail: mail, server: try ownServer(settings.email, of: message.scope.project))
    }

    /// The server that a project's mails go through; `nil` for the operator's.
    package func ownServer(_ settings: EmailSettings, of project: String) throws -> OwnMailServer? {
        guard let server = settings.ownServer else { return nil }
        return OwnMailServer(
            settings: server,
            password: try sealer.open(server.sealedPassword, place: MailServerSettings.passwordPlace(of: project)))
    }
}

extension AccountMail {
    /// The delivery of a project's mails: also where the operator has no mail server, the project may have its own.
    func delivery(_ settings: ProjectSettings) -> MailDelivery { delivery.with(ownServer: settings.email.ownServer != nil) }

    /// Indicates whether a project sends mails.
    func isSet(_ settings: ProjectSettings) -> Bool { delivery(settings) != .none }

    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if the project sends no mails.
    func requireSet(_ settings: ProjectSettings) throws(AuthError) {
        guard isSet(settings) else { throw .operationNotAllowed("This server does not send email.") }
    }
}

extension MailDelivery {
    /// The delivery for a project.
    ///
    /// - Parameter ownServer: `true` if the project has a mail server of its own.
    func with(ownServer: Bool) -> MailDelivery {
        guard ownServer else { return self }
        return switch self {
        case .none, .smtp: .smtp
        case .inbox, .smtpAndInbox: .smtpAndInbox
        }
    }
}

extension AuthEngine {
    /// Indicates whether a project sends mails.
    package func sendsMail(_ settings: ProjectSettings) -> Bool {
        mailDelivery.with(ownServer: settings.email.ownServer != nil) != .none
    }
}
