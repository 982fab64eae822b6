import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Sign in with X, by an OAuth 1.0a token and its secret.
///
/// X responds only if the token was issued to the consumer that signs the request, which serves as our audience check. For
/// an OAuth 2 token X does not say to which app it was issued, so those are refused.
struct Twitter: AccessTokenProvider {
    private static let query = [("include_email", "true"), ("include_entities", "false"), ("skip_status", "true")]

    let options: ProviderOptions.BuiltIn

    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        guard let tokenSecret = token.secret else {
            throw .invalidCredentialOrProviderID(
                "\(dialogue.provider) sign-in needs an OAuth 1.0a access_token and its oauth_token_secret; "
                    + "an OAuth 2 token does not show which app it was issued to.")
        }
        let consumer = try options.clientWithSecret(of: dialogue.provider)
        let url = options.apiURL + "/1.1/account/verify_credentials.json"
        let signature = OAuth1Signature(
            consumerKey: consumer.id, consumerSecret: consumer.secret, token: token.text, tokenSecret: tokenSecret,
            nonce: SecureRandom.alphanumeric(32), timestamp: dialogue.now.seconds)
        let authorization = signature.authorization(method: "GET", url: url, query: Self.query)
        let reply = try await dialogue.send(.get(url, query: Self.query).with("Authorization", authorization))
        guard reply.isSuccess else { throw Self.refusal(reply, dialogue) }
        return try facts(of: reply.json, dialogue)
    }

    private func facts(of person: JSONValue, _ dialogue: ProviderDialogue) throws(AuthError) -> IdentityFacts {
        let subject = try dialogue.decimalSubject(person["id_str"])
        if let id = person["id"] {
            guard case .integer(let number) = id, String(number) == subject else { throw dialogue.otherPerson }
        }
        let key = IdentityKey(provider: .twitter, issuer: ProviderID.twitter.canonicalIssuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: person)
        facts.details.federatedID = "http://twitter.com/" + subject
        // X omits addresses that the person has not confirmed.
        facts.saysVerified = facts.email != nil
        facts.profile = Profile(
            displayName: person.text("name"), photoURL: person.text("profile_image_url_https"),
            screenName: person.text("screen_name"))
        facts.details.language = person.text("lang")
        facts.details.timeZone = person.text("time_zone")
        return facts
    }

    private static func refusal(_ reply: ProviderDialogue.Reply, _ dialogue: ProviderDialogue) -> AuthError {
        var codes: [Int64] = []
        if case .array(let errors)? = reply.json["errors"] { codes = errors.compactMap { $0["code"]?.int } }
        if codes.contains(135) {
            return .providerUnavailable("\(dialogue.provider) reports that this server's clock is wrong.")
        }
        // 415: the app may not use this flow; 453: its plan at X does not include this request.
        return codes.contains(415) || codes.contains(453) ? dialogue.clientRefused : dialogue.refused
    }
}
