import Foundation
package import VinculaCore

/// The use cases of operators whose own functions may refuse sign-ins.
package struct BlockingAdministration: TransactionalUseCases {
    let transactions: Transactions
    let functions: BlockingFunctions

    /// Checks the address of a function.
    ///
    /// - Throws: ``AuthError/invalidBlockingFunction(_:)``.
    package func check(_ url: String) throws(AuthError) {
        guard url.utf8.count <= BlockingFunction.longestURL, functions.caller.accepts(url) else {
            throw .invalidBlockingFunction(
                "((Expected an absolute URI with valid scheme and host.)) It must be https, without user name or fragment, and "
                    + "not at a private address.")
        }
    }

    /// Indicates whether the rule for functions' addresses lets this server connect to a host, as far as its name tells.
    package func mayReach(_ host: String) -> Bool { functions.caller.accepts("https://\(host)/") }

    /// What became of an example event.
    package enum Trial: Hashable, Sendable {
        case accepted(BlockingAnswer)
        /// The text that a client would get.
        case refused(String)
    }

    /// Asks a function about an example, and changes nothing.
    ///
    /// - Returns: `nil` if the project has no such function.
    package func test(_ trigger: BlockingTrigger, in scope: ProjectScope) async throws -> Trial? {
        let settings = try await read(in: scope) { try $0.settings().blocking }
        guard let function = settings[trigger] else { return nil }
        guard let event = BlockingEvent.example(trigger, in: scope, now: clock.now) else { return nil }
        let question = BlockingQuestion(
            event: event, function: function, forwarded: settings.forwarded, newAccount: event.account?.id)
        let visit = BlockingVisit(
            client: ClientAddress("192.0.2.1"), userAgent: "Vincula (an example by vincula blocking test)", language: .english)
        switch try await functions.ask(question, visit: visit, now: clock.now) {
        case .answered(let answer): return .accepted(answer)
        case .refused(.blockedByFunction(let text)), .failed(.blockedByFunction(let text)): return .refused(text)
        case .refused(let error), .failed(let error): throw error
        }
    }
}

extension BlockingEvent {
    /// An event about a person who does not exist.
    fileprivate static func example(_ trigger: BlockingTrigger, in scope: ProjectScope, now: Timestamp) -> BlockingEvent? {
        var account = Account(id: AccountID("example-of-vincula-blocking"), createdAt: now)
        let email = EmailAddress(canonical: "example@example.com")
        account.email = email
        account.displayName = "Example"
        account.password = PasswordRecord(hash: "", updatedAt: now)
        let signIn = SignIn(provider: .password)
        return switch trigger {
        case .beforeCreate: BlockingEvent(creating: account, by: signIn, in: scope)
        case .beforeSignIn: BlockingEvent(signingInTo: account, by: signIn, in: scope)
        case .beforeSendEmail:
            BlockingEvent(mailing: email, .signIn, in: scope)
        case .beforeSendSms: PhoneNumber("+16505550100").map { BlockingEvent(texting: $0, .signIn, in: scope) }
        }
    }
}
