/// The algorithm that signs tokens.
package enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// RSA with 2048 bits; the only algorithm that Firebase's Admin SDKs verify.
    case rs256 = "RS256"
    /// ECDSA on P-256: smaller tokens, signed faster.
    case es256 = "ES256"
}
