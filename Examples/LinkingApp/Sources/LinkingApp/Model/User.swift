/// Who is signed in, as far as the app shows it.
public struct User: Hashable, Sendable {
    /// The account's id: the same whichever way the person comes in.
    public let id: String
    /// Not everybody at Facebook has one.
    public let email: String?
    public let name: String?

    public init(id: String, email: String?, name: String?) {
        self.id = id
        self.email = email
        self.name = name
    }

    /// What to greet the person by.
    public var title: String { email ?? name ?? id }
}
