import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A provider that identifies the person behind an access token when asked.
///
/// An access token by itself identifies neither a person nor an app. Before anything is believed of it, the provider must
/// confirm that it was issued to our client: every other app's operator holds tokens of its users, too.
protocol AccessTokenProvider: IdentityProvider {
    /// Asks the provider for the person's identity.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for a token that proves nothing to us,
    ///   ``AuthError/operationNotAllowed(_:)`` if something must be configured first, or
    ///   ``AuthError/providerUnavailable(_:)``.
    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts
}

/// An access token as presented by a client.
struct AccessToken: Sendable {
    /// The maximum length, in bytes.
    static let maximumLength = 4096

    let text: String
    /// The OAuth 1.0a token secret.
    let secret: String?

    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for text that cannot be sent in a header.
    init(_ text: String, secret: String?) throws(AuthError) {
        for part in [text, secret].compactMap(\.self) {
            guard (1...Self.maximumLength).contains(part.utf8.count), part.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .invalidIDPResponse("The access_token is too long or contains invalid characters.")
            }
        }
        self.text = text
        self.secret = secret
    }
}

/// The requests that one check sends to a provider, under a common deadline.
struct ProviderDialogue: Sendable {
    /// A provider's response.
    struct Reply: Sendable {
        /// 200, or 400 to 499.
        let status: Int
        /// The body; `null` if it is not JSON.
        let json: JSONValue

        var isSuccess: Bool { status == 200 }
    }

    /// The JSON type that a successful response must have.
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
    /// - Throws: ``AuthError/providerUnavailable(_:)`` if there is no response, or one that says nothing about the request:
    ///   a provider that is broken or rate-limits us says nothing about the token.
    func send(_ request: ProviderRequest, expecting shape: Shape = .object) async throws(AuthError) -> Reply {
        let response = try await http.answer(to: request, until: deadline)
        switch response.status {
        case 200:
            guard response.isJSON, let json = JSONValue.parse(response.body), shape.fits(json) else {
                throw .providerUnavailable("\(provider) sent a response that is not JSON or not of the expected shape.")
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

    /// The provider rejects our credentials: the configuration here is wrong, and no token can be checked.
    var clientRefused: AuthError {
        .operationNotAllowed("\(provider) does not accept this server's client id and secret; correct them in its configuration.")
    }

    var otherClient: AuthError { .invalidIDPResponse("The access_token was issued to another client.") }

    var expired: AuthError { .invalidIDPResponse("The access_token has expired or was revoked.") }

    var invalidSubject: AuthError { .invalidIDPResponse("\(provider) returned no user id, or an invalid one.") }

    var otherPerson: AuthError { .invalidIDPResponse("\(provider) returned different user ids for one access_token.") }

    /// Returns the person's id, which must be a well-formed subject.
    func subject(_ value: JSONValue?) throws(AuthError) -> String {
        guard let subject = value?.string, IDTokenRules.isSubject(subject) else { throw invalidSubject }
        return subject
    }

    /// Returns the person's id, which must be a string of decimal digits, so that every system compares it the same way.
    func decimalSubject(_ value: JSONValue?) throws(AuthError) -> String {
        guard let subject = value?.string, (1...32).contains(subject.utf8.count), subject.utf8.first != UInt8(ascii: "0"),
            subject.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw invalidSubject }
        return subject
    }
}

extension ProviderOptions.BuiltIn {
    /// The first client, which is the one whose secret is configured.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if there is no secret.
    func clientWithSecret(of provider: ProviderID) throws(AuthError) -> (id: String, secret: String) {
        guard let id = clientIDs.first, let secret = clientSecret, !secret.isEmpty else {
            throw .operationNotAllowed(
                "An access_token of \(provider) can only be checked with the client's secret; add it to the configuration.")
        }
        return (id, secret)
    }

    /// Indicates whether an id is one of our clients'.
    func isOurs(_ client: JSONValue?) -> Bool {
        guard let client = client?.string else { return false }
        return clientIDs.contains { client.isSame(as: $0) }
    }
}

/// The check that an access token was issued together with an ID token (OpenID Connect Core §3.1.3.6).
enum AccessTokenHash {
    /// - Returns: `nil` if the ID token has no `at_hash`.
    static func fits(_ accessToken: String, _ idToken: JSONWebToken) -> Bool? {
        guard let told = idToken.claims["at_hash"] else { return nil }
        guard let told = told.string, let hash = Data(accessToken.utf8).hash(ofAlgorithm: idToken.algorithm) else { return false }
        return told.isSame(as: hash.prefix(hash.count / 2).base64URL)
    }
}
