import Foundation

/// A made-up person at Facebook or Google, for servers that run with `--dev`.
///
/// A real token is signed, or the provider can be asked about it. Development servers, and no others, also take the bare claims
/// of one as JSON.
public struct DevelopmentIdentity: Sendable {
    public let name: String
    public let email: String?

    /// - Parameters:
    ///   - name: The person's name. The same name and email are the same person the next time.
    ///   - email: The person's address at the provider; nil for somebody who has none there.
    public init(name: String, email: String?) {
        self.name = name
        self.email = email
    }

    /// What Facebook would give: it does not say that it has checked an email address.
    public var facebookAccessToken: String { token(of: "facebook", isEmailVerified: false) }

    /// What Google would give: it has checked the address.
    public var googleTokens: GoogleAuthentication.Tokens {
        GoogleAuthentication.Tokens(idToken: token(of: "google", isEmailVerified: true), accessToken: "")
    }

    private func token(of provider: String, isEmailVerified: Bool) -> String {
        // The id is ASCII, whatever the name is.
        let person = (email ?? name).lowercased().addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? ""
        var claims: [String: Any] = ["sub": String("\(provider)-\(person)".prefix(200)), "name": name]
        if let email {
            claims["email"] = email
            claims["email_verified"] = isEmailVerified
        }
        let data = try? JSONSerialization.data(withJSONObject: claims, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
