/// The sign-in methods that the app knows; the raw value is the provider's ID.
public enum LinkedAccounts: String, CaseIterable, Sendable {
    case emailAndPassword = "password"
    case facebook = "facebook.com"
    case google = "google.com"
    /// A provider linked by another app of the project.
    case unknown

    /// The name shown to people.
    public var title: String {
        switch self {
        case .emailAndPassword: "Email and password"
        case .facebook: "Facebook"
        case .google: "Google"
        case .unknown: "Another provider"
        }
    }
}
