package import VinculaCore

/// Sends a message at once, past the outbox, so that an operator sees what the mail server or the gateway answers.
package protocol MessageTester: Sendable {
    /// Sends a mail.
    ///
    /// - Parameters:
    ///   - mail: The mail.
    ///   - server: The project's own mail server; `nil` for the operator's.
    ///   - id: The message's id.
    ///   - now: The current time.
    /// - Returns: The outcome; its reason has neither the recipient nor a password.
    func send(_ mail: RenderedMail, through server: OwnMailServer?, id: String, at now: Timestamp) async -> MessageOutcome

    /// Sends a text message.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - id: The message's id.
    func send(_ text: RenderedText, id: String) async -> MessageOutcome
}

/// Sends nothing.
package struct NoMessageTester: MessageTester {
    package init() {}

    package func send(
        _ mail: RenderedMail, through server: OwnMailServer?, id: String, at now: Timestamp
    ) async -> MessageOutcome { .refused("This program sends no mails.") }

    package func send(_ text: RenderedText, id: String) async -> MessageOutcome {
        .refused("This program sends no text messages.")
    }
}
