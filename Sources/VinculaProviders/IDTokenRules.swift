import Foundation
package import VinculaCore
package import VinculaCrypto

/// The conditions that an ID token must meet, apart from its signature (OpenID Connect Core §3.1.3.7).
package struct IDTokenRules: Sendable {
    /// The maximum difference between the provider's clock and ours, in seconds.
    static let leeway: Int64 = 60

    /// The accepted spellings of `iss`.
    var issuers: [String]
    /// The client ids, one of which must be the token's audience.
    var clientIDs: [String]
    /// Indicates whether a token may carry a nonce that the client did not send.
    var toleratesUntoldNonce = false
    /// Indicates whether a token without a nonce is refused.
    var requiresNonce = false

    package init(
        issuers: [String], clientIDs: [String], toleratesUntoldNonce: Bool = false, requiresNonce: Bool = false
    ) {
        self.issuers = issuers
        self.clientIDs = clientIDs
        self.toleratesUntoldNonce = toleratesUntoldNonce
        self.requiresNonce = requiresNonce
    }

    /// Checks a token's claims.
    ///
    /// - Returns: The subject.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/missingOrInvalidNonce(_:)``.
    package func check(_ token: JSONWebToken, nonce: String?, now: Timestamp) throws(AuthError) -> String {
        try checkType(token)
        guard let issuer = token.claims["iss"]?.string, issuers.contains(where: { issuer.isSame(as: $0) }) else {
            throw .invalidIDPResponse("The id_token is from another issuer.")
        }
        try checkAudience(token.claims)
        try checkTimes(token.claims, now: now.seconds)
        try checkNonce(token.claims["nonce"], asked: nonce)
        guard let subject = token.claims["sub"]?.string, Self.isSubject(subject) else {
            throw .invalidIDPResponse("The id_token's sub is missing or invalid.")
        }
        return subject
    }

    /// Indicates whether a string can identify a person: 1 to 256 printable ASCII characters, so that no two systems compare
    /// it differently.
    package static func isSubject(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Refuses other kinds of tokens from the same issuer: access tokens (RFC 9068), logout tokens, events.
    private func checkType(_ token: JSONWebToken) throws(AuthError) {
        let isIDToken = token.header["typ"].map { $0.string?.uppercased() == "JWT" } ?? true
        guard isIDToken, token.claims["events"] == nil else {
            throw .invalidIDPResponse("The token is not an id_token.")
        }
    }

    private func checkAudience(_ claims: JSONValue) throws(AuthError) {
        let audiences: [JSONValue] = if case .array(let several) = claims["aud"] { several } else { [claims["aud"] ?? .null] }
        guard audiences.contains(where: isOurs) else { throw .invalidIDPResponse("The id_token is for another client.") }
        let party = claims["azp"]
        guard party.map(isOurs) ?? (audiences.count == 1) else {
            throw .invalidIDPResponse("The id_token was issued to another client.")
        }
    }

    private func isOurs(_ client: JSONValue) -> Bool {
        guard let client = client.string else { return false }
        return clientIDs.contains { client.isSame(as: $0) }
    }

    private func checkTimes(_ claims: JSONValue, now: Int64) throws(AuthError) {
        guard let expiry = Self.date(claims["exp"]), expiry > now - Self.leeway else {
            throw .invalidIDPResponse("The id_token has expired or has no expiry time.")
        }
        guard let issued = Self.date(claims["iat"]), issued <= now + Self.leeway else {
            throw .invalidIDPResponse("The id_token was issued in the future or has no issue time.")
        }
        if let start = claims["nbf"] {
            guard let start = Self.date(start), start <= now + Self.leeway else {
                throw .invalidIDPResponse("The id_token is not valid yet.")
            }
        }
    }

    /// A time in seconds since 1970, up to the year 9999.
    private static func date(_ value: JSONValue?) -> Int64? {
        guard let seconds = value?.int, (0...253_402_300_799).contains(seconds) else { return nil }
        return seconds
    }

    private func checkNonce(_ told: JSONValue?, asked: String?) throws(AuthError) {
        guard asked != nil || !requiresNonce else {
            throw .missingOrInvalidNonce("The id_token requires a nonce, but the request has none.")
        }
        guard let asked else {
            guard told == nil || toleratesUntoldNonce else {
                throw .missingOrInvalidNonce("The id_token has a nonce, but the request has none.")
            }
            return
        }
        // Apple's and Google's clients put the nonce's hash into the token, so that the token alone does not reveal the
        // nonce.
        let hash = Data(asked.utf8).sha256.hex
        guard let told = told?.string, told.isSame(as: asked) || told.isSame(as: hash) else {
            throw .missingOrInvalidNonce("The request's nonce does not match the id_token's.")
        }
    }
}
