import Crypto
import Foundation
import Synchronization

/// Checks the proofs that come with ID tokens, and remembers them.
final class ProofCheck: Sendable {
    /// The ages of a proof, in seconds: it is made right before its request, by a clock that may be wrong.
    static let maximumAge: Int64 = 120
    static let maximumLead: Int64 = 60

    private let isRequired: Bool
    private let bases: [String]
    private let memory: Mutex<ProofMemory>

    /// - Returns: `nil` if the policy asks for none.
    /// - Throws: ``ConfigurationError`` for addresses that cannot be a backend's.
    init?(_ policy: ProofPolicy, memory: ProofMemory = ProofMemory()) throws(ConfigurationError) {
        bases = try policy.bases()
        guard policy.asksForProofs else { return nil }
        isRequired = policy.demand == .required
        self.memory = Mutex(memory)
    }

    /// Checks the proof that came with a verified token.
    ///
    /// - Parameters:
    ///   - user: What the token says.
    ///   - token: The token itself.
    ///   - request: The request that it came with; `nil` if the caller does not say.
    ///   - now: The current time, in seconds.
    /// - Throws: ``VerificationError``.
    func check(_ user: VerifiedUser, _ token: String, _ request: ProvenRequest?, now: Int64) throws(VerificationError) {
        guard let thumbprint = user.keyThumbprint else {
            if isRequired { throw .notBound }
            return
        }
        guard let request, let text = request.proofs.first else { throw .proofMissing }
        guard request.proofs.count == 1 else { throw .invalidProof("number") }
        let proof = try SignedProof(text)
        guard proof.thumbprint == thumbprint else { throw .wrongKey }
        guard proof.method == request.method else { throw .invalidProof("htm") }
        guard let address = ProofTarget(proof.address), targets(of: request).contains(address) else {
            throw .invalidProof("htu")
        }
        guard proof.tokenDigest == Base64URL.encode(SHA256.hash(data: Array(token.utf8))) else { throw .invalidProof("ath") }
        let oldest = now - Self.maximumAge
        guard (oldest...now + Self.maximumLead).contains(proof.issuedAt) else { throw .invalidProof("iat") }
        let verdict = memory.withLock {
            $0.use(proof.id, ofKey: proof.thumbprint, madeAt: proof.issuedAt, oldest: oldest)
        }
        switch verdict {
        case .good: return
        case .used: throw .proofUsed
        case .tooOld: throw .invalidProof("iat")
        case .tooMany: throw .tooManyProofs
        }
    }

    private func targets(of request: ProvenRequest) -> [ProofTarget] {
        guard request.path.isEmpty || request.path.hasPrefix("/") else { return [] }
        return bases.compactMap { ProofTarget($0 + request.path) }
    }
}
