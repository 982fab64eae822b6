/// What a proof must say to be good for a request (RFC 9449 §4.3).
package struct ProofRules: Hashable, Sendable {
    /// The greatest age of a proof, in seconds.
    package static let oldest: Int64 = 120
    /// The greatest time that a proof may be ahead, in seconds.
    package static let mostAhead: Int64 = 60

    /// The request's method.
    package var method: String
    /// The addresses that the request may be known by to its sender, as they are.
    package var addresses: [String]
    /// The current time, in seconds.
    package var now: Int64
    /// The request's ID token or access token, if it has one.
    package var token: String?

    /// - Parameters:
    ///   - method: The request's method.
    ///   - addresses: The addresses that the request may be known by to its sender.
    ///   - now: The current time, in seconds.
    ///   - token: The request's ID token or access token, if it has one.
    package init(method: String, addresses: [String], now: Int64, token: String? = nil) {
        self.method = method
        self.addresses = addresses
        self.now = now
        self.token = token
    }

    /// Checks all of a proof but what others know: whether it was used before, and whether its nonce is the server's.
    ///
    /// - Throws: ``ProofFault``.
    package func check(_ proof: Proof) throws(ProofFault) {
        guard proof.method == method else { throw .wrongMethod }
        guard let address = ProofAddress(proof.address), addresses.contains(where: { ProofAddress($0) == address }) else {
            throw .wrongAddress
        }
        // Before the times: somebody whose clock is wrong learns of another mistake only after mending it.
        guard proof.tokenHash == token.map(Proof.hash(ofToken:)) else { throw .wrongToken }
        // Written so that no number overflows.
        guard proof.issuedAt >= now - Self.oldest, proof.expiresAt.map({ $0 > now }) ?? true else { throw .tooOld }
        guard proof.issuedAt <= now + Self.mostAhead else { throw .tooNew }
    }

    /// The time until which a proof must be remembered, in seconds: afterwards it is too old.
    package static func forgottenAt(_ proof: Proof) -> Int64 { proof.issuedAt + oldest + 1 }
}
