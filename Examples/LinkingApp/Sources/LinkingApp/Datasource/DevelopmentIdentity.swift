import Foundation

/// A fictional person at Facebook or Google, for servers that run with `--dev`.
///
/// A real token is signed, or can be verified with the provider. Development servers, and only those, also accept the bare
/// claims of a token as JSON.
public struct DevelopmentIdentity: Sendable {
    /// The person's name.
    public let name: String
    /// The person's address at the provider; nil if there is none.
    public let email: String?

    /// Makes up a person.
    ///
    /// - Parameters:
    ///   - name: The person's name. The same name and email identify the same person the next time.
    ///   - email: The person's address at the provider; nil if there is none.
    public init(name: String, email: String?) {
        self.name = name
        self.email = email
    }

    /// The token that Facebook would return: it does not state that an email address is verified.
    public var facebookAccessToken: String { token(of: "facebook", isEmailVerified: false) }

    /// The tokens that Google would return: the address is verified.
    public var googleTokens: GoogleAuthentication.Tokens {
        GoogleAuthentication.Tokens(idToken: token(of: "google", isEmailVerified: true), accessToken: "")
    }

    private func token(of provider: String, isEmailVerified: Bool) -> String {
        // The ID is ASCII, whatever the name is.
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
