import VinculaCore
import VinculaEngine

/// Sign in with Google for apps that have only an access token.
extension Google: AccessTokenProvider {
    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        let info = try await dialogue.ask(
            .post(options.apiURL + "/oauth2/v3/tokeninfo", .form([("access_token", token.text)])))
        guard options.isOurs(info["aud"]), info["azp"].map(options.isOurs) ?? true else { throw dialogue.otherClient }
        guard let lifetime = Self.seconds(info["expires_in"]), lifetime > 0 else { throw dialogue.expired }
        // A token without permission to identify the person has no subject here.
        let subject = try dialogue.decimalSubject(info["sub"])
        let person = try await dialogue.ask(.get(options.apiURL + "/oauth2/v3/userinfo", bearer: token.text))
        guard try dialogue.decimalSubject(person["sub"]) == subject else { throw dialogue.otherPerson }
        var facts = facts(claims: person, subject: subject, user: nil)
        facts.accessTokenLifetime = lifetime
        if let scope = info.text("scope"), case .object(var members) = facts.details.rawUserInfo {
            members["granted_scopes"] = .string(scope)
            facts.details.rawUserInfo = .object(members)
        }
        return facts
    }

    /// Google writes numbers as strings here.
    private static func seconds(_ value: JSONValue?) -> Int64? { value?.string.flatMap { Int64($0) } ?? value?.int }
}
