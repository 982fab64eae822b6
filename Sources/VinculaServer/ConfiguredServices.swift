package import VinculaCore

/// The services that the server's own settings name, as the console shows them: without secrets.
package struct ConfiguredServices: Sendable {
    /// A mail server or an SMS gateway.
    package struct Service: Sendable {
        /// The host, and the port if it matters.
        package let host: String
        /// The sender of messages; `nil` if the service decides.
        package let sender: String?

        package init(host: String, sender: String?) {
            self.host = host
            self.sender = sender
        }
    }

    package var mail: Service?
    package var texts: Service?
    /// The clients at built-in providers.
    package var clientIDs: [ProviderID: [String]] = [:]

    package init() {}
}
