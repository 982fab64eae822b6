import Crypto
import Foundation

/// A proof that the sender of a request holds a key (DPoP, RFC 9449 §4.2), parsed and with a valid signature; ``ProofRules``
/// decide whether it is good for a request.
package struct Proof: Hashable, Sendable {
    /// The longest accepted proof, in bytes.
    package static let longest = 4096
    /// The lengths that an id may have.
    package static let idLengths = 16...128
    /// The longest accepted nonce, in bytes.
    private static let longestNonce = 256

    package let key: ProofPublicKey
    /// The proof's `jti`.
    package let id: String
    /// The proof's `htm`.
    package let method: String
    /// The proof's `htu`, as it is written.
    package let address: String
    /// The proof's `iat`, in seconds.
    package let issuedAt: Int64
    /// The time when it expires, if it says so, in seconds.
    package let expiresAt: Int64?
    /// The proof's `nonce`.
    package let nonce: String?
    /// The proof's `ath`.
    package let tokenHash: String?

    /// Reads a proof, and checks its signature.
    ///
    /// - Parameters:
    ///   - text: The header's value.
    ///   - reading: Reads a JSON object strictly: no name twice. `nil` for anything else.
    /// - Throws: ``ProofFault``.
    package init(_ text: String, reading: ([UInt8]) -> [String: ProofField]?) throws(ProofFault) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]).flatMap(reading),
            let claims = Base64URL.decode(parts[1]).flatMap(reading), let signature = Base64URL.decode(parts[2]),
            ["crit", "b64", "zip", "enc"].allSatisfy({ header[$0] == nil })
        else { throw .malformed }
        guard header["typ"]?.text == "dpop+jwt" else { throw .wrongType }
        guard header["alg"]?.text == "ES256" else { throw .unsupportedAlgorithm }
        guard let jwk = header["jwk"]?.fields else { throw .invalidKey }
        key = try ProofPublicKey(jwk)
        guard key.isValid(signature, of: Array(bytes[..<parts[1].endIndex])) else { throw .invalidSignature }

        guard let id = claims["jti"]?.text, Self.idLengths.contains(id.utf8.count),
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let method = claims["htm"]?.text, let address = claims["htu"]?.text, let issuedAt = claims["iat"]?.integer,
            claims["exp"].map({ $0.integer != nil }) ?? true,
            claims["nonce"].map({ $0.text.map { $0.utf8.count <= Self.longestNonce } ?? false }) ?? true,
            claims["ath"].map({ $0.text != nil }) ?? true
        else { throw .invalidClaim }
        self.id = id
        self.method = method
        self.address = address
        self.issuedAt = issuedAt
        expiresAt = claims["exp"]?.integer
        nonce = claims["nonce"]?.text
        tokenHash = claims["ath"]?.text
    }

    /// The name under which the proof is remembered, so that it counts once: a digest of its key and id.
    package var fingerprint: [UInt8] {
        var hash = SHA256()
        hash.update(data: Data("vincula proof\u{0}".utf8))
        hash.update(data: Data(key.thumbprint))
        hash.update(data: Data(id.utf8))
        return Array(hash.finalize())
    }

    /// The `ath` of an ID token or access token: base64url of the SHA-256 of its text.
    package static func hash(ofToken token: String) -> String { Base64URL.encode(SHA256.hash(data: Data(token.utf8))) }
}
