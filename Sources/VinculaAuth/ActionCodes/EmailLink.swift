/// The parts of a sign-in link that an app needs.
struct EmailLink: Hashable, Sendable {
    /// The action code.
    let code: String

    /// The purpose of the link; `signIn` for a sign-in link.
    let mode: String

    /// The API key of the project that sent it, if the link contains one.
    let apiKey: String?

    var isSignIn: Bool { ActionCodeOperation(wire: mode) == .emailLink }

    /// Parses a link; returns nil if it has no code or no mode.
    ///
    /// - Parameter link: The link as received; it may also be wrapped in another one as `link` or `deep_link_id`.
    init?(_ link: String) {
        let parameters = LinkParameters(link)
        guard let code = parameters["oobCode"], let mode = parameters["mode"] else { return nil }
        self.code = code
        self.mode = mode
        apiKey = parameters["apiKey"]
    }
}
