package import Foundation
package import VinculaCore

/// A signed token in compact form (RFC 7515, 7519), parsed but not to be trusted until ``isSigned(by:)`` returns `true`.
///
/// The header is only used for finding the key: no algorithm `none`, no embedded or linked keys, no critical extensions, no
/// encryption.
package struct JSONWebToken: Sendable {
    /// The longest accepted token, in bytes.
    package static let maximumLength = 16_384

    package let keyID: String?
    package let algorithm: String
    package let header: JSONValue
    package let claims: JSONValue
    /// The signed bytes: the header's and the claims' segments as received.
    package let message: Data
    private let signature: Data

    /// Reads a token.
    ///
    /// - Returns: `nil` unless it is three base64url segments: a header object without `crit`, a claims object, and a
    ///   signature that is not empty.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        let segments = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3, let headerData = Data(base64URL: segments[0]), let claimsData = Data(base64URL: segments[1]),
            let signature = Data(base64URL: segments[2]), !signature.isEmpty,
            let header = JSONValue.parse(headerData), case .object(let members) = header,
            let claims = JSONValue.parse(claimsData), case .object = claims,
            members["crit"] == nil, members["b64"] == nil, members["zip"] == nil, members["enc"] == nil,
            let algorithm = header["alg"]?.string
        else { return nil }
        if let kid = members["kid"] {
            guard let kid = kid.string, kid.utf8.count <= 256 else { return nil }
            keyID = kid
        } else {
            keyID = nil
        }
        self.algorithm = algorithm
        self.header = header
        self.claims = claims
        self.signature = signature
        message = Data(bytes[..<segments[1].endIndex])
    }

    /// Indicates whether the token was signed by one of the keys that it may be signed with.
    package func isSigned(by keys: JSONWebKeySet) -> Bool {
        keys.candidates(id: keyID).contains { $0.isValid(signature, of: message, algorithm: algorithm) }
    }

    /// Indicates whether the set has a key with the token's key id at all.
    package func hasCandidate(in keys: JSONWebKeySet) -> Bool { !keys.candidates(id: keyID).isEmpty }

    /// Signs claims with RS256.
    ///
    /// - Parameters:
    ///   - claims: The claims, as JSON text.
    ///   - keyID: The key's ID, for the header.
    ///   - key: The private key.
    /// - Returns: The token in compact form.
    package static func sign(claims: String, keyID: String, with key: RSASigningKey) throws -> String {
        try sign(claims, keyID: keyID, .rs256, key.sign)
    }

    /// Signs claims with the key's own algorithm.
    ///
    /// - Parameters:
    ///   - claims: The claims, as JSON text.
    ///   - keyID: The key's ID, for the header.
    ///   - key: The private key.
    /// - Returns: The token in compact form.
    package static func sign(claims: String, keyID: String, with key: TokenSigningKey) throws -> String {
        try sign(claims, keyID: keyID, key.algorithm, key.sign)
    }

    private static func sign(
        _ claims: String, keyID: String, _ algorithm: SigningAlgorithm, _ sign: (Data) throws -> Data
    ) throws -> String {
        let header = JSONValue.object(["alg": .string(algorithm.rawValue), "kid": .string(keyID), "typ": "JWT"]).text
        let message = Data(header.utf8).base64URL + "." + Data(claims.utf8).base64URL
        return message + "." + (try sign(Data(message.utf8))).base64URL
    }
}
