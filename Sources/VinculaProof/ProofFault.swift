/// The reason why a proof is refused: what a sender can be told of it.
package enum ProofFault: Error, Hashable, Sendable, CaseIterable {
    /// There is more than one header.
    case several
    /// It is longer than ``Proof/longest``.
    case tooLong
    /// It is not a token of three parts in base64url, with a JSON object in each of the first two; or it has extensions.
    case malformed
    /// Its header does not call it a proof.
    case wrongType
    /// It is signed by an algorithm other than ES256.
    case unsupportedAlgorithm
    /// It has no P-256 key.
    case invalidKey
    /// Its key has private members: somebody has published their key.
    case privateKey
    /// Its signature is not the key's.
    case invalidSignature
    /// A claim is missing or has the wrong form.
    case invalidClaim
    /// It is for another method.
    case wrongMethod
    /// It is for another address.
    case wrongAddress
    /// It is older than ``ProofRules/oldest``, or has expired.
    case tooOld
    /// It is from the future.
    case tooNew
    /// It is for another token, or for none although the request has one, or the reverse.
    case wrongToken
    /// It has no nonce, or one that is over.
    case staleNonce
    /// It was used before.
    case replayed

    /// What is wrong, in words that contain nothing of the proof.
    package var text: String {
        switch self {
        case .several: "There is more than one DPoP header."
        case .tooLong: "The proof is longer than \(Proof.longest) bytes."
        case .malformed: "The proof is not a signed token."
        case .wrongType: "typ must be dpop+jwt."
        case .unsupportedAlgorithm: "alg must be ES256."
        case .invalidKey: "jwk must be a public P-256 key."
        case .privateKey: "jwk must not contain a private key."
        case .invalidSignature: "The signature is not valid."
        case .invalidClaim: "jti (16 to 128 characters), htm, htu and iat (whole seconds) must be present and well-formed."
        case .wrongMethod: "htm is not the request's method."
        case .wrongAddress: "htu is not the request's address."
        case .tooOld: "The proof is too old."
        case .tooNew: "The proof is from the future."
        case .wrongToken: "ath does not belong to the request's ID token."
        case .staleNonce: "The server asks for its nonce."
        case .replayed: "The proof was used before."
        }
    }

    /// True if the sender's clock may be wrong.
    package var isAboutTime: Bool { self == .tooOld || self == .tooNew }
}
