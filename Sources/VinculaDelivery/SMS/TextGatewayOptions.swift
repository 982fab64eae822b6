/// The gateway that sends text messages, and the form of its requests.
package struct TextGatewayOptions: Sendable {
    /// The form of a request.
    package enum Form: Hashable, Sendable {
        /// A JSON object with `id`, `to`, `from` and `text`, under a bearer token. The gateway must send one `id` once.
        case json
        /// Twilio's `Messages` resource, as an account. It has no key against repetition.
        case twilio(account: String)

        /// True if a request may be repeated although it may have been carried out.
        package var isRepeatable: Bool { self == .json }
    }

    package let form: Form
    /// The address that requests are posted to.
    package let url: String
    /// The sender: a number, a name, or the id of Twilio's messaging service.
    package let from: String?
    /// The secret that authenticates requests.
    package let token: String
    /// The time for one request, in seconds.
    package let timeoutSeconds: Int

    package init(form: Form, url: String, from: String?, token: String, timeoutSeconds: Int) {
        self.form = form
        self.url = url
        self.from = from
        self.token = token
        self.timeoutSeconds = timeoutSeconds
    }
}
