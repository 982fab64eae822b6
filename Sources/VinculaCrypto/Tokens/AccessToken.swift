import Crypto
package import Foundation

/// The contents of a service account's access token.
package struct AccessTokenFacts: Hashable, Sendable {
    /// The id of the service account's key that signed the assertion it was issued for.
    package let keyID: String
    /// In milliseconds since 1970.
    package let expiresAt: Int64

    package init(keyID: String, expiresAt: Int64) {
        self.keyID = keyID
        self.expiresAt = expiresAt
    }
}

/// Makes and reads the access tokens of service accounts.
///
/// They are opaque: the key's id, an expiry and a nonce, with a tag that only this server's secret can make. They are not
/// JWTs, so that they cannot be mistaken for ID tokens, or the other way round.
package struct AccessTokens: Sendable {
    /// The secret's length, in bytes.
    package static let secretLength = 32
    private static let prefix = "at_"
    private static let keyIDLength = 20
    private static let nonceLength = 8
    private static let tagLength = 32
    private static let purpose = Data("vincula access token".utf8)

    private let secret: SymmetricKey

    package init(secret: Data) { self.secret = SymmetricKey(data: secret) }

    /// Makes a token.
    ///
    /// - Returns: `nil` unless the key's id is 20 bytes in lower-case hexadecimal.
    package func text(_ facts: AccessTokenFacts) -> String? {
        guard let keyID = Self.bytes(hex: facts.keyID), keyID.count == Self.keyIDLength else { return nil }
        let expiry = withUnsafeBytes(of: facts.expiresAt.bigEndian) { Data($0) }
        let message = keyID + expiry + SecureRandom.bytes(Self.nonceLength)
        let tag = HMAC<SHA256>.authenticationCode(for: Self.purpose + message, using: secret)
        return Self.prefix + (message + Data(tag)).base64URL
    }

    /// Reads a token; the caller must check its expiry.
    ///
    /// - Returns: `nil` for anything that this server never made.
    package func parse(_ text: String) -> AccessTokenFacts? {
        let length = Self.keyIDLength + 8 + Self.nonceLength
        guard text.utf8.count < 200, text.hasPrefix(Self.prefix),
            let data = Data(base64URL: text.dropFirst(Self.prefix.count)), data.count == length + Self.tagLength
        else { return nil }
        let message = Data(data.prefix(length))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Data(data.suffix(Self.tagLength)), authenticating: Self.purpose + message, using: secret)
        else { return nil }
        let expiry = message.dropFirst(Self.keyIDLength).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return AccessTokenFacts(
            keyID: Data(message.prefix(Self.keyIDLength)).hex, expiresAt: Int64(bitPattern: expiry))
    }

    private static func bytes(hex text: String) -> Data? {
        let digits = text.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }
}
