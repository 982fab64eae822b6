import Synchronization
import VinculaProof

/// Checks the proofs that come with ID tokens, and remembers them.
final class ProofCheck: Sendable {
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
        let proof: Proof
        do throws(ProofFault) {
            guard request.proofs.count == 1 else { throw .several }
            proof = try Proof(text, reading: Self.fields)
            // A path that does not begin with a slash would change the host.
            let path = request.path.isEmpty || request.path.hasPrefix("/") ? request.path : "/"
            try ProofRules(method: request.method, addresses: bases.map { $0 + path }, now: now, token: token).check(proof)
        } catch {
            throw .invalidProof(error.text)
        }
        let key = Base64URL.encode(proof.key.thumbprint)
        guard key == thumbprint else { throw .wrongKey }
        let verdict = memory.withLock {
            $0.use(proof.id, ofKey: key, madeAt: proof.issuedAt, oldest: now - ProofRules.oldest)
        }
        switch verdict {
        case .good: return
        case .used: throw .proofUsed
        case .tooOld: throw .invalidProof(ProofFault.tooOld.text)
        case .tooMany: throw .tooManyProofs
        }
    }

    private static func fields(_ bytes: [UInt8]) -> [String: ProofField]? {
        guard case .object(let members)? = JSONReader.read(bytes, maximumDepth: 4) else { return nil }
        return members.mapValues(field)
    }

    private static func field(_ value: ClaimValue) -> ProofField {
        switch value {
        case .string(let text): .text(text)
        case .integer(let number): .integer(number)
        case .object(let members): .fields(members.mapValues(field))
        default: .other
        }
    }
}
