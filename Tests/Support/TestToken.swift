package import Crypto
package import Foundation
package import VinculaCore
package import VinculaCrypto

/// Keys that sign tokens, good and bad.
package enum TestKey {
    package struct RSA: Sendable {
        package let id: String
        package let key: RSASigningKey
        package let published: JSONValue

        init(id: String) throws {
            let der = try RSASigningKey.generate()
            self.id = id
            key = try RSASigningKey(der: der)
            let members = try JSONWebKey(id: id, privateKeyDER: der).published ?? [:]
            published = .object(members.mapValues(JSONValue.string))
        }

        package func with(_ changes: [String: JSONValue]) -> JSONValue { published.with(changes) }
    }

    /// The key that the provider publishes unless told otherwise.
    package static let rsa = make("good")
    /// Somebody else's key.
    package static let other = make("other")
    package static let p256 = P256.Signing.PrivateKey()

    package static var p256Published: JSONValue {
        let point = p256.publicKey.rawRepresentation
        return [
            "kty": "EC", "crv": "P-256", "kid": "ec", "x": .string(point.prefix(32).base64URL),
            "y": .string(point.suffix(32).base64URL),
        ]
    }

    private static func make(_ id: String) -> RSA {
        do { return try RSA(id: id) } catch { preconditionFailure("No key: \(error)") }
    }
}

/// A token that a test may spoil.
package struct TestToken: Sendable {
    package var header: JSONValue = ["alg": "RS256", "kid": "good", "typ": "JWT"]
    package var claims: JSONValue
    /// Makes the signature of the first two segments.
    package var sign: @Sendable (Data) throws -> Data = { try TestKey.rsa.key.sign($0) }

    /// - Parameter now: When it was issued, in seconds since 1970; it lives for an hour.
    package init(issuer: String, client: String = "client", now: Int64) {
        claims = [
            "iss": .string(issuer), "aud": .string(client), "sub": "s-1", "iat": .integer(now - 10), "exp": .integer(now + 3600),
            "email": "ann@acme.test", "email_verified": true, "name": "Ann",
        ]
    }

    package var text: String {
        get throws {
            let message = Data(header.text.utf8).base64URL + "." + Data(claims.text.utf8).base64URL
            return message + "." + (try sign(Data(message.utf8))).base64URL
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { $1 }) }

    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// The object with some members set, or taken away by `nil`.
    package func with(_ changes: [String: JSONValue?]) -> JSONValue {
        guard case .object(var members) = self else { return self }
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }
}
