import Testing
import VinculaCore

struct ProofOfWorkPolicyTests {
    @Test(
        "T101 a higher rate costs more",
        arguments: [
            (0, 0, 16), (4, 30, 16), (5, 0, 18), (8, 0, 18), (9, 0, 20), (16, 0, 20), (17, 0, 22), (33, 0, 24), (65, 0, 24),
            (0, 31, 17), (0, 60, 17), (0, 61, 18), (0, 120, 18), (0, 121, 19), (5, 31, 19), (0, 30 * 128 + 1, 24),
            (1_000_000, 1_000_000, 24), (.max, .max, 24), (-1, -1, 16),
        ])
    func difficulty(fromAddress: Int, inProject: Int, bits: Int) {
        #expect(ProofOfWorkPolicy.bits(fromAddress: fromAddress, inProject: inProject) == bits)
    }
}
