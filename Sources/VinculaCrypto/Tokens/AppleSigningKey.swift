import Crypto
import Foundation
import VinculaCore

/// A private key on P-256 that signs ES256, as Apple issues them (`AuthKey_….p8`).
package struct AppleSigningKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// - Parameter text: The key in PEM, or only its base64.
    /// - Returns: `nil` if it is not such a key.
    package init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            self.key = key
        } else if let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let key = try? P256.Signing.PrivateKey(derRepresentation: data)
        {
            self.key = key
        } else {
            return nil
        }
    }

    /// The key in PEM.
    package var pem: String { key.pemRepresentation }

    /// Makes the client secret with which an app authenticates to Apple.
    ///
    /// - Parameters:
    ///   - keyID: The key's id at Apple.
    ///   - teamID: The team that the key belongs to.
    ///   - clientID: The app's client id.
    ///   - audience: Apple's issuer URL.
    ///   - issuedAt: In seconds since 1970.
    ///   - lifetime: In seconds; Apple accepts at most six months.
    /// - Returns: A JWT.
    package func clientSecret(
        keyID: String, teamID: String, clientID: String, audience: String, issuedAt: Int64, lifetime: Int64
    ) throws -> String {
        let header = JSONValue.object(["alg": "ES256", "kid": .string(keyID)]).text
        let claims = JSONValue.object([
            "iss": .string(teamID), "sub": .string(clientID), "aud": .string(audience), "iat": .integer(issuedAt),
            "exp": .integer(issuedAt + lifetime),
        ]).text
        let message = Data(header.utf8).base64URL + "." + Data(claims.utf8).base64URL
        return message + "." + (try key.signature(for: Data(message.utf8))).rawRepresentation.base64URL
    }
}
