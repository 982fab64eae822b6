import Crypto
import Foundation
import Testing

@testable import VinculaAuth

struct ProofOfWorkSolverTests {
    @Test("a solution has so many zero bits", arguments: [1, 7, 8, 12])
    func solution(bits: Int) async throws {
        let challenge = "pow1.\(bits).AAAA.BBBB"
        let solution = try #require(try await ProofOfWorkSolver.solve(challenge))
        #expect(solution.hasPrefix(challenge + "."))
        let beginning = SHA256.hash(data: Data(solution.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(beginning.leadingZeroBitCount >= bits)
    }

    @Test func `a few attempts at a time lead to the same solution`() async throws {
        let challenge = "pow1.10.AAAA.CCCC"
        var solver = try #require(ProofOfWorkSolver(challenge: challenge))
        var found: String?
        while found == nil { found = solver.next(3) }
        #expect(try await ProofOfWorkSolver.solve(challenge) == found)
    }

    @Test(
        "what is no challenge, or too hard, is not worked on",
        arguments: [
            "", "pow1.8.A", "pow1.8.A.B.C", "pow2.8.A.B", "pow1.0.A.B", "pow1.27.A.B", "pow1.x.A.B", "pow1.8.A .B",
            "pow1.8.\u{E9}.B",
            "pow1.8.A." + String(repeating: "B", count: 200),
        ])
    func refused(challenge: String) async throws {
        #expect(try await ProofOfWorkSolver.solve(challenge) == nil)
    }

    @Test func `a search ends when its task is cancelled`() async {
        let task = Task { try await ProofOfWorkSolver.solve("pow1.26.AAAA.DDDD") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
