/// The signed-in user, as far as the app shows it.
public struct User: Hashable, Sendable {
    /// The account's ID, which is the same for all sign-in methods.
    public let id: String
    /// The email address, if any: not everyone at Facebook has one.
    public let email: String?
    public let name: String?

    public init(id: String, email: String?, name: String?) {
        self.id = id
        self.email = email
        self.name = name
    }

    /// The name to greet the person by.
    public var title: String { email ?? name ?? id }
}
