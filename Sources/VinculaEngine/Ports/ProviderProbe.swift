/// A provider's answer to a code that it never issued.
package enum ProviderProbe: Hashable, Sendable {
    /// The provider knows the client and its secret: it refused the code alone.
    case works
    /// The provider was found, and there is no secret to try.
    case found
    /// The provider does not accept the client's id or its secret.
    ///
    /// - Parameter word: The provider's own word for it.
    case clientRefused(String)
    /// The provider refused the request for another reason, or does not say which.
    ///
    /// - Parameter word: The provider's own word for it.
    case refused(String)
    /// There is nothing to ask: the provider has no such page, or a page of this server takes its place (`--dev`).
    case nothingToAsk

    /// The name in the audit log.
    package var name: String {
        switch self {
        case .works: "works"
        case .found: "found"
        case .clientRefused: "client refused"
        case .refused: "refused"
        case .nothingToAsk: "nothing to ask"
        }
    }
}
