public import Foundation

/// A link of an email, taken apart.
open class ActionCodeURL: NSObject, @unchecked Sendable {
    /// The key of the project.
    public let apiKey: String?

    /// What the code is good for.
    public let operation: ActionCodeOperation

    /// The action code.
    public let code: String?

    /// Where the person is to go afterwards. Anybody can write a link: look at its host before opening it.
    public let continueURL: URL?

    /// The language of the email.
    public let languageCode: String?

    /// Takes a link apart; nil if it has no parameters at all.
    ///
    /// - Parameter link: The link as it arrived, also one that is wrapped in another as `link` or `deep_link_id`.
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
