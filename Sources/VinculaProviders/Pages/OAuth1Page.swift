import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A provider's page as OAuth 1.0a describes it (RFC 5849 §2), under the addresses that X uses.
struct OAuth1Page: Sendable {
    /// The base URL of the provider's API.
    let url: String
    let consumerKey: String
    let consumerSecret: String

    /// Gets a temporary credential, and returns where to send the browser with it.
    func begin(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderPage {
        let separator = order.redirectURI.contains("?") ? "&" : "?"
        let callback = order.redirectURI + separator + "state=" + order.state.percentEncoded
        let fields = try await post("/oauth/request_token", [("oauth_callback", callback)], token: nil, by: visit)
        guard fields["oauth_callback_confirmed"] == "true" else {
            throw .providerUnavailable("\(visit.provider) did not confirm the redirect address.")
        }
        let token = try Self.token(in: fields, visit)
        var query = order.customParameters.filter { !ReservedParameters.contains($0.key) }
        query["oauth_token"] = token.token
        let text = query.sorted { $0.key < $1.key }.map { $0.key.percentEncoded + "=" + $0.value.percentEncoded }
        return ProviderPage(url: url + "/oauth/authenticate?" + text.joined(separator: "&"), requestToken: token)
    }

    /// Exchanges the temporary credential and the verifier for an access token and its secret.
    func finish(_ answer: ProviderPageAnswer, by visit: PageVisit) async throws(AuthError) -> ProviderTokens {
        if answer.fields["denied"] != nil { throw .providerRefused(code: "access_denied") }
        if let error = answer.fields["error"] { throw .providerRefused(code: PageRefusal.code(error)) }
        // The browser must bring back the token that this very flow was given, with the verifier that the page gave it.
        guard let kept = answer.requestToken, let token = answer.fields["oauth_token"], token.isSame(as: kept.token),
            let verifier = answer.fields["oauth_verifier"], ProviderTokens.isPlain(verifier)
        else { throw .invalidIDPResponse("\(visit.provider)'s page came back with another token, or without a verifier.") }
        let fields = try await post("/oauth/access_token", [("oauth_verifier", verifier)], token: kept, by: visit)
        let issued = try Self.token(in: fields, visit)
        return ProviderTokens(accessToken: issued.token, tokenSecret: issued.secret)
    }

    private func post(
        _ path: String, _ parameters: [(String, String)], token: ProviderPage.RequestToken?, by visit: PageVisit
    ) async throws(AuthError) -> [String: String] {
        var signature = OAuth1Signature(
            consumerKey: consumerKey, consumerSecret: consumerSecret, token: token?.token ?? "", tokenSecret: token?.secret ?? "",
            nonce: SecureRandom.alphanumeric(32), timestamp: visit.now.seconds)
        signature.parameters = parameters
        let header = signature.authorization(method: "POST", url: url + path, query: [])
        let response = try await visit.http.answer(
            to: ProviderRequest.post(url + path, .form([])).with("Authorization", header), until: visit.deadline)
        guard response.status == 200 else { throw Self.refusal(response, isFirst: token == nil, visit) }
        return Self.fields(response.body)
    }

    private static func refusal(_ response: ProviderHTTP.Response, isFirst: Bool, _ visit: PageVisit) -> AuthError {
        let refusal = OAuth1Refusal(response)
        if refusal.isAboutTime {
            return .providerUnavailable("\(visit.provider) reports that this server's clock is wrong.")
        }
        if response.status == 408 || response.status == 429 {
            return .providerUnavailable("\(visit.provider) answered with status \(response.status).")
        }
        if refusal.isAboutRedirect {
            return .operationNotAllowed(
                "\(visit.provider) does not know this server's redirect address; add it to the app's callback URLs there.")
        }
        if refusal.isAboutSuspension { return OAuth1Refusal.suspended }
        return isFirst
            ? visit.dialogue.clientRefused
            : .invalidIDPResponse("\(visit.provider) refused the verifier (status \(response.status)).")
    }

    private static func token(in fields: [String: String], _ visit: PageVisit) throws(AuthError) -> ProviderPage.RequestToken {
        guard let token = fields["oauth_token"], let secret = fields["oauth_token_secret"], ProviderTokens.isPlain(token),
            ProviderTokens.isPlain(secret)
        else { throw .providerUnavailable("\(visit.provider) issued no token.") }
        return ProviderPage.RequestToken(token: token, secret: secret)
    }

    /// The fields of a form-encoded body; of several with one name, the last.
    private static func fields(_ body: Data) -> [String: String] {
        guard body.count <= ProviderTokens.maximumLength, body.allSatisfy({ $0 < 0x80 }) else { return [:] }
        var fields: [String: String] = [:]
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&").prefix(100) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = parts[0].removingPercentEncoding, let value = parts[1].removingPercentEncoding
            else { continue }
            fields[name] = value
        }
        return fields
    }
}
