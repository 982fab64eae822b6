public import Foundation

/// The reason why a token is not accepted.
public enum VerificationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not a signed token.
    case malformed
    /// It is signed by an algorithm that is not accepted, such as `none`.
    case unsupportedAlgorithm
    /// It names a key that the issuer does not publish.
    case unknownKey
    /// Its signature is wrong.
    case invalidSignature
    /// It is from another issuer.
    case wrongIssuer
    /// It is an ID token where a session cookie is expected, or the reverse.
    case wrongKind
    /// It is for another project.
    case wrongAudience
    /// Its user belongs to another tenant.
    case wrongTenant
    /// A claim that every token has is missing or has the wrong type.
    case invalidClaim(String)
    /// It has expired.
    case expired
    /// It is from the future: a clock is wrong.
    case notYetValid
    /// Its session has ended.
    case revoked
    /// The issuer's keys cannot be fetched, and none are known that are recent enough.
    case keysUnavailable
    /// The revocation feed is out of date, and its policy is to refuse tokens then.
    case revocationsUnavailable
    /// It is bound to a key, and no proof came with it that the sender has the key.
    case proofMissing
    /// The proof that came with it is wrong, for the reason that this sentence says.
    case invalidProof(String)
    /// The proof that came with it has been used.
    case proofUsed
    /// The proof that came with it is of another key than the token's.
    case wrongKey
    /// It is not bound to a key, and the backend requires one.
    case notBound
    /// Its key has made more proofs within two minutes than are remembered.
    case tooManyProofs

    /// True if the token may be good and the failure is temporary: a server answers 503 then, not 401.
    public var isTemporary: Bool { [.keysUnavailable, .revocationsUnavailable, .tooManyProofs].contains(self) }

    /// True if the token is good, but not from this sender or for this request (RFC 9449).
    public var isAboutProof: Bool {
        switch self {
        case .proofMissing, .invalidProof, .proofUsed, .wrongKey, .notBound, .tooManyProofs: true
        default: false
        }
    }

    /// The reason, in a sentence that contains nothing of the token.
    public var description: String {
        switch self {
        case .malformed: "The token is malformed."
        case .unsupportedAlgorithm: "The token's signature algorithm is not accepted."
        case .unknownKey: "The token was signed with an unknown key."
        case .invalidSignature: "The token's signature is invalid."
        case .wrongIssuer: "The token is from another issuer."
        case .wrongKind: "The token is of the wrong kind: ID tokens and session cookies are not interchangeable."
        case .wrongAudience: "The token is for another project."
        case .wrongTenant: "The token's user belongs to another tenant."
        case .invalidClaim(let name): "The token's claim \(name) is missing or invalid."
        case .expired: "The token has expired."
        case .notYetValid: "The token is not valid yet."
        case .revoked: "The session has ended."
        case .keysUnavailable: "The issuer's keys cannot be fetched."
        case .revocationsUnavailable: "The revocation feed cannot be read."
        case .proofMissing: "The token is bound to a key, and the request has no proof of it."
        case .invalidProof(let reason): "The proof of the token's key is invalid. \(reason)"
        case .proofUsed: "The proof of the token's key has been used."
        case .wrongKey: "The proof is of another key than the token's."
        case .notBound: "The token is not bound to a key."
        case .tooManyProofs: "There are too many proofs of this key; send fewer requests."
        }
    }
}

extension VerificationError: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}
