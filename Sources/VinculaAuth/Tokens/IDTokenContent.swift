import Foundation

/// The claims of an ID token.
struct IDTokenContent {
    let claims: [String: Any]
    let expiresAt: Date
    let authenticatedAt: Date
    let issuedAt: Date
    /// `anonymous`, `password`, `google.com`, …
    let signInProvider: String
    let secondFactor: String?

    /// The ID of the user that the token belongs to.
    var uid: String? { ((claims["user_id"] ?? claims["sub"]) as? String).flatMap { $0.isEmpty ? nil : $0 } }

    /// The tenant of the session.
    var tenantID: String? { (claims["firebase"] as? [String: Any])?["tenant"] as? String }

    /// - Throws: `malformedJWT` unless it is a JWT with the claims that every ID token has.
    init(_ token: String) throws {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        guard segments.count == 3, let payload = Self.decode(segments[1]) else { throw AuthFailure.malformedToken(token) }
        let content: Any
        do {
            content = try JSONSerialization.jsonObject(with: payload)
        } catch {
            throw AuthFailure.malformedToken(token, underlying: error)
        }
        guard let claims = content as? [String: Any],
            let expiresAt = Self.date(claims["exp"]), let authenticatedAt = Self.date(claims["auth_time"]),
            let issuedAt = Self.date(claims["iat"]), let firebase = claims["firebase"] as? [String: Any],
            let provider = firebase["sign_in_provider"] as? String
        else { throw AuthFailure.malformedToken(token) }
        self.claims = claims
        self.expiresAt = expiresAt
        self.authenticatedAt = authenticatedAt
        self.issuedAt = issuedAt
        signInProvider = provider
        secondFactor = firebase["sign_in_second_factor"] as? String
    }

    /// Returns the name of the key that an ID token's session is bound to (RFC 7800); nil if it is bound to none.
    static func keyThumbprint(_ idToken: String) -> String? {
        let segments = idToken.split(separator: ".", omittingEmptySubsequences: false)
        guard segments.count == 3, let payload = decode(segments[1]) else { return nil }
        struct Claims: Decodable {
            struct Confirmation: Decodable { let jkt: String? }
            let cnf: Confirmation?
        }
        return try? JSONDecoder().decode(Claims.self, from: payload).cnf?.jkt
    }

    private static func date(_ value: Any?) -> Date? {
        // No token was issued before 1970.
        (value as? NSNumber).flatMap { $0.doubleValue < 0 ? nil : Expiry.date(since1970: $0.doubleValue) }
    }

    /// Decodes Base64url, with or without padding.
    private static func decode(_ text: Substring) -> Data? {
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while base64.hasSuffix("=") { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: base64)
    }
}
