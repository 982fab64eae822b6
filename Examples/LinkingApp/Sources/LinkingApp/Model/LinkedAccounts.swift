/// The sign-in methods that the app knows; the raw value is the provider's ID.
public enum LinkedAccounts: String, CaseIterable, Sendable {
    /// An email address with a password, a link or digits.
    case emailAndPassword = "password"
    /// A Facebook account.
    case facebook = "facebook.com"
    /// A Google account.
    case google = "google.com"
    /// A phone number, with a code by text message.
    case phone
    /// A provider linked by another app of the project.
    case unknown

    /// The name shown to people.
    public var title: String {
        switch self {
        case .emailAndPassword: "Email and password"
        case .facebook: "Facebook"
        case .google: "Google"
        case .phone: "Phone number"
        case .unknown: "Another provider"
        }
    }
}
