package import Foundation

/// What came of posting a message to a webhook.
package enum WebhookCallOutcome: Hashable, Sendable {
    /// The webhook answered with an HTTP status that is neither a redirect nor informational.
    case answered(status: Int)
    /// There is no such answer; the reason names neither the address nor anything of the request.
    case failed(String)
}

/// Posts messages to webhooks over HTTP.
package protocol WebhookCaller: Sendable {
    /// Indicates whether messages go to an address at all: https, and no address of a network that this server may not connect
    /// to.
    func accepts(_ url: String) -> Bool

    /// Posts JSON to a webhook. The answer's body is not read.
    ///
    /// The address's host is resolved and checked each time; redirects are not followed.
    func post(_ payload: Data, headers: [(name: String, value: String)], to url: String) async -> WebhookCallOutcome
}

/// Posts nothing: no address is accepted.
package struct NoWebhookCaller: WebhookCaller {
    package init() {}

    package func accepts(_ url: String) -> Bool { false }

    package func post(
        _ payload: Data, headers: [(name: String, value: String)], to url: String
    ) async -> WebhookCallOutcome { .failed("This program calls no webhooks.") }
}
