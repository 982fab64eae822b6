import Foundation
import ProofSamples
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProof

/// The table of `VinculaProofTests/OtherAlgorithmTests`, sent to the server.
@Suite("Proofs of other algorithms over HTTP")
struct OtherAlgorithmsOverHTTPTests {
    @Test("T392 the server refuses each of them at a sign-in and at a refresh, whatever it is called, and nothing comes of it")
    func refused() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let owner = BoundClient(server, clock)
            let token = try #require(try await owner.signUp()["refreshToken"])
            let signatures = try OtherSignature.all(owner: owner.key)
            func sample(_ method: String) -> ProofSample {
                var sample = ProofSample()
                ProofSample.set("jti", "\"\(UUID())\"", in: &sample.claims)
                ProofSample.set("htu", "\"\(server.url)/v1/\(method)\"", in: &sample.claims)
                ProofSample.set("iat", "\(clock.now.seconds)", in: &sample.claims)
                return sample
            }
            for signature in signatures {
                let names = [(signature.algorithm, signature.faults.ownName), ("ES256", signature.faults.asES256)]
                for (name, fault) in names {
                    let told = "INVALID_DPOP_PROOF : \(fault.text)"
                    let proof = try signature.proof(calledBy: name, claiming: sample("token"))
                    let refreshed = try await owner.refresh(token, .header(proof))
                    #expect(refreshed.status == 400 && refreshed.message == told, "\(signature.name), \(name): \(refreshed.text)")
                    let other = try signature.proof(calledBy: name, claiming: sample("accounts:signUp"))
                    let signedUp = try await owner.signUp("thief@example.com", .header(other))
                    #expect(signedUp.status == 400 && signedUp.message == told, "\(signature.name), \(name): \(signedUp.text)")
                }
            }
            #expect(try await owner.signUp("thief@example.com").boundTo == owner.thumbprint, "nobody has taken the address")
            #expect(try await owner.refresh(token).boundTo == owner.thumbprint)
            #expect(try await server.engine.auditLog.entries(AuditQuery(action: .sessionKeyRefuse, limit: 9)).isEmpty)
        }
    }
}
