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

    /// True if the token may be good and the failure is temporary: a server answers 503 then, not 401.
    public var isTemporary: Bool { self == .keysUnavailable || self == .revocationsUnavailable }

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
        }
    }
}

extension VerificationError: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}
