/// The ID of a provider.
///
/// Not an enumeration, because a project can have its own providers; see ``custom(_:)``.
public struct AuthProviderID: Hashable, Sendable {
    /// The ID as servers know it, such as `google.com`.
    public let rawValue: String

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// Apple: `apple.com`.
    public static var apple: Self { Self("apple.com") }

    /// Email and password, or a link sent by email: `password`.
    public static var email: Self { Self("password") }

    /// Facebook: `facebook.com`.
    public static var facebook: Self { Self("facebook.com") }

    /// Game Center: `gc.apple.com`.
    public static var gameCenter: Self { Self("gc.apple.com") }

    /// GitHub: `github.com`.
    public static var gitHub: Self { Self("github.com") }

    /// Google: `google.com`.
    public static var google: Self { Self("google.com") }

    /// A phone number: `phone`.
    public static var phone: Self { Self("phone") }

    /// Any other provider.
    ///
    /// - Parameter value: The ID as the server knows it, such as `microsoft.com` or `oidc.staff`.
    public static func custom(_ value: String) -> Self { Self(value) }
}
