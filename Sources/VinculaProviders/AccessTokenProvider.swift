import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A provider that says whom an access token stands for, when it is asked.
///
/// An access token names nobody and no app. Before anything is believed of it, the provider must have said that it was
/// made for our client: any other app's operator holds tokens of its users, too.
protocol AccessTokenProvider: IdentityProvider {
    /// Asks the provider.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for a token that proves nothing to us,
    ///   ``AuthError/operationNotAllowed(_:)`` where something must be configured first,
    ///   ``AuthError/providerUnavailable(_:)``.
    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts
}

/// An access token as a client presents it.
struct AccessToken: Sendable {
    /// The longest that is looked at, in bytes.
    static let maximumLength = 4096

    let text: String
    /// OAuth 1.0a's token secret.
    let secret: String?

    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for what cannot stand in a header.
    init(_ text: String, secret: String?) throws(AuthError) {
        for part in [text, secret].compactMap(\.self) {
            guard (1...Self.maximumLength).contains(part.utf8.count), part.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .invalidIDPResponse("The access_token is too long, or has characters that no access_token has.")
            }
        }
        self.text = text
        self.secret = secret
    }
}

/// The requests that one check makes of a provider, all in one time.
struct ProviderDialogue: Sendable {
    /// A provider's answer.
    struct Reply: Sendable {
        /// 200, or from 400 to 499.
        let status: Int
        /// The body; `null` if it is no JSON.
        let json: JSONValue

        var isSuccess: Bool { status == 200 }
    }

    /// What a success must be.
    enum Shape: Sendable {
        case object, array

        func fits(_ json: JSONValue) -> Bool {
            switch (self, json) {
            case (.object, .object), (.array, .array): true
            default: false
            }
        }
    }

    let provider: ProviderID
    let http: ProviderHTTP
    let deadline: ContinuousClock.Instant
    let now: Timestamp

    /// Sends a request.
    ///
    /// - Throws: ``AuthError/providerUnavailable(_:)`` unless there is an answer that says something about the request: a
    ///   provider that is broken or has had enough of us says nothing about the token.
    func send(_ request: ProviderRequest, expecting shape: Shape = .object) async throws(AuthError) -> Reply {
        let response = try await http.answer(to: request, until: deadline)
        switch response.status {
        case 200:
            guard response.isJSON, let json = JSONValue.parse(response.body), shape.fits(json) else {
                throw .providerUnavailable("\(provider) answered with something that is not JSON, or not what was asked for.")
            }
            return Reply(status: 200, json: json)
        case 400..<500 where response.status != 408 && response.status != 429:
            return Reply(status: response.status, json: JSONValue.parse(response.body) ?? .null)
        default:
            throw .providerUnavailable("\(provider) answered with status \(response.status).")
        }
    }

    /// Sends a request that a provider refuses only if the token is bad.
    func ask(_ request: ProviderRequest) async throws(AuthError) -> JSONValue {
        let reply = try await send(request)
        guard reply.isSuccess else { throw refused }
        return reply.json
    }

    var refused: AuthError { .invalidIDPResponse("\(provider) does not accept the access_token.") }

    /// The provider does not know us: what is configured here is wrong, and no token can be checked.
    var clientRefused: AuthError {
        .operationNotAllowed("\(provider) does not accept this server's client id and secret; correct them in its configuration.")
    }

    var otherClient: AuthError { .invalidIDPResponse("The access_token was made for another client.") }

    var expired: AuthError { .invalidIDPResponse("The access_token has expired or was revoked.") }

    var invalidSubject: AuthError { .invalidIDPResponse("\(provider) names no person, or not in the way it should.") }

    var otherPerson: AuthError { .invalidIDPResponse("\(provider) says two things about whom the access_token stands for.") }

    /// The person's id, which must be a text that can be one.
    func subject(_ value: JSONValue?) throws(AuthError) -> String {
        guard let subject = value?.string, IDTokenRules.isSubject(subject) else { throw invalidSubject }
        return subject
    }

    /// The person's id, which must be a text of digits, such as every system compares alike.
    func decimalSubject(_ value: JSONValue?) throws(AuthError) -> String {
        guard let subject = value?.string, (1...32).contains(subject.utf8.count), subject.utf8.first != UInt8(ascii: "0"),
            subject.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw invalidSubject }
        return subject
    }
}

extension ProviderOptions.BuiltIn {
    /// The client whose secret is known: the first.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` without a secret.
    func clientWithSecret(of provider: ProviderID) throws(AuthError) -> (id: String, secret: String) {
        guard let id = clientIDs.first, let secret = clientSecret, !secret.isEmpty else {
            throw .operationNotAllowed(
                "An access_token of \(provider) can only be checked with the client's secret; add it to the configuration.")
        }
        return (id, secret)
    }

    /// Whether one of our clients has this id.
    func isOurs(_ client: JSONValue?) -> Bool {
        guard let client = client?.string else { return false }
        return clientIDs.contains { client.isSame(as: $0) }
    }
}

/// Whether an access token came with an ID token (OpenID Connect Core §3.1.3.6).
enum AccessTokenHash {
    /// - Returns: `nil` if the ID token does not say.
    static func fits(_ accessToken: String, _ idToken: JSONWebToken) -> Bool? {
        guard let told = idToken.claims["at_hash"] else { return nil }
        guard let told = told.string, let hash = Data(accessToken.utf8).hash(ofAlgorithm: idToken.algorithm) else { return false }
        return told.isSame(as: hash.prefix(hash.count / 2).base64URL)
    }
}
