/// The signed-in user, as far as the app shows it.
public struct User: Hashable, Sendable {
    /// The account's ID, which is the same for all sign-in methods.
    public let id: String
    /// The email address, if any: not everyone at Facebook has one.
    public let email: String?
    /// The display name, if any.
    public let name: String?
    /// The phone number, if any.
    public let phoneNumber: String?

    /// Creates a value with the given properties.
    ///
    /// - Parameters:
    ///   - id: The account's ID.
    ///   - email: The email address, if any.
    ///   - name: The display name, if any.
    ///   - phoneNumber: The phone number, if any.
    public init(id: String, email: String?, name: String?, phoneNumber: String? = nil) {
        self.id = id
        self.email = email
        self.name = name
        self.phoneNumber = phoneNumber
    }

    /// The name to greet the person by.
    public var title: String { email ?? name ?? phoneNumber ?? id }
}
