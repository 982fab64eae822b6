import Crypto
package import Foundation
package import VinculaCore
import VinculaCrypto

/// The key of an account at an ACME server: ECDSA on P-256, for signatures by ES256.
package struct AccountKey: Sendable {
    private let key: P256.Signing.PrivateKey

    package init() { key = P256.Signing.PrivateKey() }

    /// - Parameter bytes: ``bytes`` of a key.
    /// - Returns: `nil` for anything else.
    package init?(bytes: Data) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.key = key
    }

    /// The private key.
    package var bytes: Data { key.rawRepresentation }

    /// The public key as a JSON Web Key.
    package var publicKey: JSONValue {
        let point = key.publicKey.rawRepresentation
        return .object([
            "kty": "EC", "crv": "P-256", "x": .string(Data(point.prefix(32)).base64URL),
            "y": .string(Data(point.suffix(32)).base64URL),
        ])
    }

    /// The key's thumbprint (RFC 7638).
    package var thumbprint: String {
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Data(point.prefix(32)).base64URL, Data(point.suffix(32)).base64URL)
        return Data("{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(x)\",\"y\":\"\(y)\"}".utf8).sha256.base64URL
    }

    /// The answer to a challenge: the token, and who answers it.
    package func authorization(of token: String) -> String { "\(token).\(thumbprint)" }

    /// Signs a request (RFC 8555, section 6.2).
    ///
    /// - Parameters:
    ///   - payload: The body; `nil` to read something.
    ///   - url: The address that it is sent to.
    ///   - nonce: A nonce of the server, which is used once.
    ///   - account: The account's address; `nil` for a key that has none yet, which is sent along.
    /// - Returns: A JWS in the flattened JSON form.
    package func signed(_ payload: JSONValue?, for url: ACMEAddress, nonce: String, account: ACMEAddress?) throws -> Data {
        var header: [String: JSONValue] = ["alg": "ES256", "nonce": .string(nonce), "url": .string(url.description)]
        if let account { header["kid"] = .string(account.description) } else { header["jwk"] = publicKey }
        let body = payload.map { Data($0.text.utf8).base64URL } ?? ""
        return try Self.flattened(.object(header), body) { try key.signature(for: $0).rawRepresentation }
    }

    /// Binds this key to an account that was made elsewhere (RFC 8555, section 7.3.4).
    ///
    /// - Parameters:
    ///   - external: The account's id and key.
    ///   - url: The address for new accounts.
    package func bound(to external: ExternalAccount, at url: ACMEAddress) -> JSONValue {
        let header: JSONValue = .object([
            "alg": "HS256", "kid": .string(external.keyID), "url": .string(url.description),
        ])
        let bytes = Self.flattened(header, Data(publicKey.text.utf8).base64URL) { message in
            Data(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: external.key)))
        }
        return JSONValue.parse(bytes) ?? .null
    }

    private static func flattened(_ header: JSONValue, _ payload: String, _ sign: (Data) throws -> Data) rethrows -> Data {
        let protected = Data(header.text.utf8).base64URL
        let signature = try sign(Data("\(protected).\(payload)".utf8)).base64URL
        let members: [String: JSONValue] = [
            "protected": .string(protected), "payload": .string(payload), "signature": .string(signature),
        ]
        return Data(JSONValue.object(members).text.utf8)
    }
}

/// An account at a certificate authority that was made elsewhere.
package struct ExternalAccount: Sendable {
    package let keyID: String
    /// The key by which the authority knows that a request is from that account.
    package let key: Data

    package init(keyID: String, key: Data) {
        self.keyID = keyID
        self.key = key
    }
}
