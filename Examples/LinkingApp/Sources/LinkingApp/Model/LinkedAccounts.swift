/// The ways in that the app knows; the raw value is the provider's id.
public enum LinkedAccounts: String, CaseIterable, Sendable {
    case emailAndPassword = "password"
    case facebook = "facebook.com"
    case google = "google.com"
    /// Linked by another app of the project, which knows more providers.
    case unknown

    /// What people call it.
    public var title: String {
        switch self {
        case .emailAndPassword: "Email and password"
        case .facebook: "Facebook"
        case .google: "Google"
        case .unknown: "Another provider"
        }
    }
}
