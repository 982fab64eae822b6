import Crypto
import Foundation
import ProofSamples
import Testing
import VinculaProof

@Suite("Proofs of other algorithms")
struct OtherAlgorithmTests {
    private static let owner = P256.Signing.PrivateKey()
    private static let ownersKey = ProofSample.jwk(owner.publicKey)

    @Test("T353 T392 a right signature of another algorithm or key is refused, whatever the header calls it")
    func refused() throws {
        for signature in try OtherSignature.all(owner: Self.owner) {
            let own = try signature.proof(calledBy: signature.algorithm)
            #expect(ProofSample.fault(own) == signature.faults.ownName, "\(signature.name)")
            let renamed = try signature.proof(calledBy: "ES256")
            #expect(ProofSample.fault(renamed) == signature.faults.asES256, "\(signature.name), called ES256")
        }
        // What signs them is right: the same with the owner's key and ES256 is a proof.
        let good = OtherSignature("ES256", "ES256", Self.ownersKey, asES256: .malformed) {
            try Self.owner.signature(for: $0).rawRepresentation
        }
        #expect(ProofSample.fault(try good.proof(calledBy: "ES256")) == nil)
    }

    @Test("T392 the sums of a signature that are all nothing are no signature")
    func zeros() throws {
        for bytes in [[UInt8](repeating: 0, count: 64), [UInt8](repeating: 255, count: 64)] {
            let signature = OtherSignature("", "ES256", Self.ownersKey, asES256: .invalidSignature) { _ in Data(bytes) }
            #expect(ProofSample.fault(try signature.proof(calledBy: "ES256")) == .invalidSignature)
        }
    }
}
