public import Foundation

/// A parsed link from an email.
open class ActionCodeURL: NSObject, @unchecked Sendable {
    /// The API key of the project.
    public let apiKey: String?

    /// The operation that the code performs.
    public let operation: ActionCodeOperation

    /// The action code.
    public let code: String?

    /// The URL to continue to afterwards. Anyone can forge a link: check the host before opening it.
    public let continueURL: URL?

    /// The language of the email.
    public let languageCode: String?

    /// Parses a link; returns nil if it has no parameters at all.
    ///
    /// - Parameter link: The link as received; it may also be wrapped in another one as `link` or `deep_link_id`.
    public init?(link: String) {
        let parameters = LinkParameters(link)
        guard !parameters.values.isEmpty else { return nil }
        apiKey = parameters["apiKey"]
        operation = ActionCodeOperation(wire: parameters["mode"])
        code = parameters["oobCode"]
        continueURL = parameters["continueUrl"].flatMap { URL(string: $0) }
        languageCode = parameters["lang"] ?? parameters["languageCode"]
    }
}
