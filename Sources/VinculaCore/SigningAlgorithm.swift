/// How tokens are signed.
public enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// RSA of 2048 bits; what Firebase's Admin SDKs verify, and nothing else.
    case rs256 = "RS256"
    /// ECDSA on P-256: smaller tokens, signed faster.
    case es256 = "ES256"
}
