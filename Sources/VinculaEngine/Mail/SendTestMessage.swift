import Foundation
package import VinculaCore
import VinculaCrypto

/// The outcome of a test message.
package enum TestOutcome: Hashable, Sendable {
    /// The mail server or the gateway accepted it.
    case sent
    /// It is kept in the inbox of a development server that sends none.
    case kept
    /// The reason, in words of this server or the other one.
    case failed(String)

    fileprivate init(_ outcome: MessageOutcome) {
        switch outcome {
        case .sent: self = .sent
        case .failed(let reason), .refused(let reason): self = .failed(reason)
        }
    }

    fileprivate var name: String {
        switch self {
        case .sent: "sent"
        case .kept: "kept"
        case .failed: "failed"
        }
    }
}

extension AuthEngine {
    /// Sends a mail with made-up values to an operator's own address, at once, through the server that the project's mails go
    /// through.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - language: The language.
    ///   - tester: The operator.
    ///   - label: The label in the subject.
    ///   - notice: The notice above the mail.
    ///   - server: The URL at which clients reach the server.
    ///   - scope: The project.
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if the project sends no mails, or the operator's address is not proven;
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``; ``AuthError/invalidConfig(_:)`` if the mail cannot be written.
    package func sendTestMail(
        _ kind: MailKind, in language: Language, to tester: Account, label: String, notice: String, server: String,
        in scope: ProjectScope
    ) async throws -> TestOutcome {
        guard let address = tester.email, tester.emailVerified else {
            throw AuthError.operationNotAllowed("The operator's address is not proven.")
        }
        let settings = try await projects.settings(of: scope.project)
        let accountMail = mail
        try accountMail.requireSet(settings)
        try limits.admit(.consoleTest, target: tester.id, in: .operators)
        let order = MailOrder.example(kind, language, to: address, project: scope.project, server: server, settings)
        let outcome: TestOutcome
        if accountMail.delivery(settings).isSent {
            let rendered: RenderedMail
            do {
                rendered = try mailRenderer.render(order, settings.email, page: settings.page)
            } catch {
                throw AuthError.invalidConfig("The email cannot be written: \(error).")
            }
            outcome = TestOutcome(
                await messageTester.send(
                    rendered.marked(label, notice: notice), through: try outbox.ownServer(settings.email, of: scope.project),
                    id: SecureRandom.alphanumeric(24), at: clock.now))
        } else {
            outcome = .kept
        }
        try await noteTest(outcome, ["channel": "mail", "kind": .string(kind.rawValue)], in: scope) { work in
            if outcome == .kept { try accountMail.queue(order, work) }
        }
        return outcome
    }

    /// Sends a text message with a made-up code at once.
    ///
    /// - Parameters:
    ///   - typed: The number, as typed.
    ///   - language: The language.
    ///   - tester: The operator.
    ///   - scope: The project.
    /// - Throws: ``AuthError/invalidPhoneNumber``; ``AuthError/phoneRegionNotEnabled`` if the project sends nothing there;
    ///   ``AuthError/operationNotAllowed(_:)`` without a gateway; ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func sendTestText(
        to typed: String, in language: Language, by tester: Account, in scope: ProjectScope
    ) async throws -> TestOutcome {
        guard typed.utf8.count <= 64, let number = try? PhoneNumber(typed: typed) else { throw AuthError.invalidPhoneNumber }
        let settings = try await projects.settings(of: scope.project)
        let texts = transactions.texts
        try texts.requireDeliverable(number, settings.phone)
        try limits.admit(.consoleTest, target: tester.id, in: .operators)
        let code = "000000"
        var outcome = TestOutcome.kept
        if !texts.delivery.isKept {
            let message = TextMessage(
                settings.phone.template(language), code: code, appName: settings.pageName(of: scope.project))
            outcome = TestOutcome(
                await messageTester.send(
                    RenderedText(to: number, text: message.text), id: SecureRandom.alphanumeric(24)))
        }
        let isKept = outcome == .kept
        try await noteTest(outcome, ["channel": "text", "region": .string(number.region?.code ?? "")], in: scope) { work in
            if isKept { try texts.queue(TextMessageOrder(number: number, code: code, language: language), work) }
        }
        return outcome
    }

    private func noteTest(
        _ outcome: TestOutcome, _ details: [String: JSONValue], in scope: ProjectScope,
        _ body: @escaping @Sendable (Work) throws -> Void
    ) async throws {
        try await transactions.write(in: scope) { work in
            try body(work)
            var details = details
            details["outcome"] = .string(outcome.name)
            work.transaction.record(AuditEvent(.messageTest, in: scope, details: details))
        }
    }
}
