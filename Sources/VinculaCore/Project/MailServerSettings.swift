/// A project's own mail server.
package struct MailServerSettings: Hashable, Sendable, Codable {
    /// The encryption of the connection; unencrypted connections are not supported.
    package enum Security: String, Hashable, Sendable, Codable {
        /// Implicit TLS: the connection begins with it.
        case ssl = "SSL"
        /// TLS with STARTTLS, which is required.
        case startTLS = "START_TLS"
    }

    /// The address that mails come from.
    package var sender: EmailAddress
    package var host: String
    package var port: Int
    package var security: Security
    /// Empty if the server wants no name and no password.
    package var username: String
    /// The password, sealed; never returned to anyone.
    package var sealedPassword: String?

    package init(
        sender: EmailAddress, host: String, port: Int, security: Security, username: String = "", sealedPassword: String? = nil
    ) {
        self.sender = sender
        self.host = host
        self.port = port
        self.security = security
        self.username = username
        self.sealedPassword = sealedPassword
    }

    /// Indicates whether a password would go to another server, or to another account there.
    package func isElsewhere(than other: MailServerSettings) -> Bool {
        host != other.host || port != other.port || security != other.security || username != other.username
    }

    /// Checks that the parts are consistent.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    package func requireUsable() throws(AuthError) {
        let path = "notification.sendEmail.smtp."
        guard AuthorizedDomains.host(host) == host else { throw .invalidConfig("\(path)host must be a host name.") }
        guard (1...65535).contains(port) else { throw .invalidConfig("\(path)port must be from 1 to 65535.") }
        guard username.utf8.count <= 256, username.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .invalidConfig("\(path)username must have at most 256 bytes and no control characters.")
        }
        guard username.isEmpty == (sealedPassword == nil) else {
            throw .invalidConfig("\(path)username and \(path)password belong together.")
        }
    }
}
