import Crypto
import CryptoExtras
import Foundation
import VinculaCore
import VinculaCrypto

/// Keys that all tests share, since making RSA keys takes long, and tokens signed in ways that ours never are.
enum TestKeys {
    static let rsa = Result { try RSASigningKey.generate() }
    static let otherRSA = Result { try RSASigningKey.generate() }

    /// A key set with the RSA key under an id, as Google publishes it.
    static func set(id: String = "kid", alg: String? = "RS256") throws -> JSONWebKeySet? {
        try set([publicKey(id: id, alg: alg)])
    }

    static func publicKey(id: String? = "kid", alg: String? = "RS256") throws -> JSONValue {
        guard let published = try JSONWebKey(id: "", privateKeyDER: rsa.get()).published else { return .null }
        var members = published.mapValues(JSONValue.string)
        members["kid"] = id.map(JSONValue.string)
        members["alg"] = alg.map(JSONValue.string)
        return .object(members)
    }

    static func set(_ keys: [JSONValue]) throws -> JSONWebKeySet? {
        JSONWebKeySet(json: Data(JSONValue.object(["keys": .array(keys)]).text.utf8))
    }

    /// A token whose header and claims are these texts, signed with the RSA key whatever the header says.
    static func token(header: String, claims: String = #"{"sub":"A"}"#) throws -> String {
        let message = Data(header.utf8).base64URL + "." + Data(claims.utf8).base64URL
        return message + "." + (try RSASigningKey(der: rsa.get()).sign(Data(message.utf8))).base64URL
    }

    /// A token that is "signed" with HMAC under a secret that everybody knows.
    static func symmetricToken(secret: Data, algorithm: String = "HS256", keyID: String = "kid") -> String {
        let header = JSONValue.object(["alg": .string(algorithm), "kid": .string(keyID), "typ": "JWT"]).text
        let message = Data(header.utf8).base64URL + "." + Data(#"{"sub":"A"}"#.utf8).base64URL
        let mac = HMAC<SHA256>.authenticationCode(for: Data(message.utf8), using: SymmetricKey(data: secret))
        return message + "." + Data(mac).base64URL
    }
}
