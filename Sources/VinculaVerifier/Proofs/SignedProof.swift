import Crypto
import Foundation

/// A proof of possession (RFC 9449) whose signature is that of the key in it. What it says is not checked yet.
struct SignedProof: Sendable {
    /// The longest accepted proof, in bytes.
    private static let longest = 4096
    private static let idLengths = 16...128
    /// The members of a JSON Web Key that are secret (RFC 7518 §6): whoever sends them has given the key away.
    private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// The name of the key (RFC 7638).
    let thumbprint: String
    let id: String
    let method: String
    let address: String
    let issuedAt: Int64
    let tokenDigest: String?

    /// Reads a proof.
    ///
    /// - Throws: ``VerificationError/invalidProof(_:)`` with what is wrong.
    init(_ text: String) throws(VerificationError) {
        guard text.utf8.count <= Self.longest else { throw .invalidProof("length") }
        let bytes = Array(text.utf8)
        let segments = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3, let header = Base64URL.decode(segments[0]), let payload = Base64URL.decode(segments[1]),
            let signature = Base64URL.decode(segments[2]), case .object(let head)? = JSONReader.read(header, maximumDepth: 4),
            case .object(let claims)? = JSONReader.read(payload, maximumDepth: 4)
        else { throw .invalidProof("form") }
        guard head["typ"]?.string?.lowercased() == "dpop+jwt" else { throw .invalidProof("typ") }
        guard head["alg"]?.string == "ES256" else { throw .invalidProof("alg") }
        guard head["crit"] == nil, head["b64"] == nil, head["zip"] == nil, head["enc"] == nil else { throw .invalidProof("crit") }
        guard let jwk = head["jwk"]?.object, !Self.privateMembers.contains(where: { jwk[$0] != nil }),
            jwk["kty"]?.string == "EC", jwk["crv"]?.string == "P-256", let x = jwk["x"]?.string.flatMap(Base64URL.decode),
            let y = jwk["y"]?.string.flatMap(Base64URL.decode), x.count == 32, y.count == 32,
            let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
        else { throw .invalidProof("jwk") }
        guard let parts = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(parts, for: bytes[..<segments[1].endIndex])
        else { throw .invalidProof("signature") }
        guard let id = claims["jti"]?.string, Self.idLengths.contains(id.utf8.count) else { throw .invalidProof("jti") }
        guard let method = claims["htm"]?.string else { throw .invalidProof("htm") }
        guard let address = claims["htu"]?.string else { throw .invalidProof("htu") }
        guard let issuedAt = claims["iat"]?.integer, (0..<1 << 40).contains(issuedAt) else { throw .invalidProof("iat") }
        self.id = id
        self.method = method
        self.address = address
        self.issuedAt = issuedAt
        tokenDigest = claims["ath"]?.string
        let canonical = #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))"}"#
        thumbprint = Base64URL.encode(SHA256.hash(data: Array(canonical.utf8)))
    }
}
