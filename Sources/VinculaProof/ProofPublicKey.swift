package import Crypto
import Foundation

/// The public P-256 key of a proof.
package struct ProofPublicKey: Hashable, Sendable {
    /// Members of a JSON Web Key that only private or secret keys have (RFC 7518 §6).
    private static let privateMembers: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// The coordinates, 32 bytes each.
    package let (x, y): ([UInt8], [UInt8])

    /// - Parameter key: A key that somebody holds, for whoever makes proofs.
    package init(_ key: P256.Signing.PublicKey) {
        let raw = Array(key.rawRepresentation)
        x = Array(raw.prefix(32))
        y = Array(raw.suffix(32))
    }

    /// Reads the `jwk` of a proof.
    ///
    /// - Parameter members: The members of the JSON Web Key. Those that say nothing about it are ignored (RFC 7517 §4).
    /// - Throws: ``ProofFault/privateKey``, ``ProofFault/invalidKey``.
    init(_ members: [String: ProofField]) throws(ProofFault) {
        guard Self.privateMembers.isDisjoint(with: members.keys) else { throw .privateKey }
        guard members["kty"]?.text == "EC", members["crv"]?.text == "P-256",
            members["alg"].map({ $0.text == "ES256" }) ?? true, members["use"].map({ $0.text == "sig" }) ?? true,
            let x = members["x"]?.text.flatMap({ Base64URL.decode($0.utf8) }), x.count == 32,
            let y = members["y"]?.text.flatMap({ Base64URL.decode($0.utf8) }), y.count == 32,
            (try? P256.Signing.PublicKey(rawRepresentation: x + y)) != nil
        else { throw .invalidKey }
        self.x = x
        self.y = y
    }

    /// The SHA-256 of the key's canonical form (RFC 7638).
    package var thumbprint: [UInt8] { Array(SHA256.hash(data: Data(json.utf8))) }

    /// The key's canonical form, which is also how a proof has it.
    var json: String {
        #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))"}"#
    }

    /// Indicates whether a signature (RFC 7518 §3.4) is this key's.
    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: Data(message))
    }
}
