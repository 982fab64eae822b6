/// What an app needs of a link to sign in with.
struct EmailLink: Hashable, Sendable {
    /// The action code.
    let code: String

    /// What the link is for; `signIn` for one to sign in with.
    let mode: String

    /// The key of the project that sent it, if the link tells.
    let apiKey: String?

    var isSignIn: Bool { ActionCodeOperation(wire: mode) == .emailLink }

    /// Takes a link apart; nil if it has no code or no mode.
    ///
    /// - Parameter link: The link as it arrived, also one that is wrapped in another as `link` or `deep_link_id`.
    init?(_ link: String) {
        let parameters = LinkParameters(link)
        guard let code = parameters["oobCode"], let mode = parameters["mode"] else { return nil }
        self.code = code
        self.mode = mode
        apiKey = parameters["apiKey"]
    }
}
