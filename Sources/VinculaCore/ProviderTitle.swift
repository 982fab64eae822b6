extension ProviderID {
    /// The provider's name for people; a provider that a project configured only has its id.
    package var title: String {
        switch self {
        case .google: "Google"
        case .apple: "Apple"
        case .facebook: "Facebook"
        case .twitter: "X (Twitter)"
        case .github: "GitHub"
        case .microsoft: "Microsoft"
        case .yahoo: "Yahoo"
        case .linkedIn: "LinkedIn"
        case .playGames: "Google Play Games"
        case .gameCenter: "Game Center"
        case .password: "Email"
        case .phone: "SMS"
        default: value
        }
    }
}
