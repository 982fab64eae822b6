import Foundation
import VinculaProof

/// A token in compact form (RFC 7515), parsed but not verified.
///
/// The header only names the key and the algorithm: no embedded or linked keys, no critical extensions, no encryption.
struct SignedToken: Sendable {
    /// The longest accepted token, in bytes.
    private static let longestToken = 16_384
    private static let longestHeader = 2048
    private static let longestKeyID = 256

    let algorithm: TokenIssuer.Algorithm
    let keyID: String
    /// The signed bytes.
    let message: [UInt8]
    let signature: [UInt8]
    private let payload: [UInt8]

    /// Reads a token.
    ///
    /// - Throws: ``VerificationError/malformed``, ``VerificationError/unsupportedAlgorithm``.
    init(_ text: String, accepting algorithms: Set<TokenIssuer.Algorithm>) throws(VerificationError) {
        guard text.utf8.count <= Self.longestToken else { throw .malformed }
        let bytes = Array(text.utf8)
        let segments = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3, segments[0].count <= Self.longestHeader, let header = Base64URL.decode(segments[0]),
            case .object(let members)? = JSONReader.read(header), let name = members["alg"]?.string,
            members["crit"] == nil, members["b64"] == nil, members["zip"] == nil, members["enc"] == nil
        else { throw .malformed }
        guard let algorithm = TokenIssuer.Algorithm(rawValue: name), algorithms.contains(algorithm) else {
            throw .unsupportedAlgorithm
        }
        guard let keyID = members["kid"]?.string, (1...Self.longestKeyID).contains(keyID.utf8.count),
            let payload = Base64URL.decode(segments[1]), let signature = Base64URL.decode(segments[2]), !signature.isEmpty
        else { throw .malformed }
        self.algorithm = algorithm
        self.keyID = keyID
        self.payload = payload
        self.signature = signature
        message = Array(bytes[..<segments[1].endIndex])
    }

    /// Reads the claims.
    ///
    /// - Throws: ``VerificationError/malformed``.
    func claims() throws(VerificationError) -> [String: ClaimValue] {
        guard case .object(let members)? = JSONReader.read(payload) else { throw .malformed }
        return members
    }
}
