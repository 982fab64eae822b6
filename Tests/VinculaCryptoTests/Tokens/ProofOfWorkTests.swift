import Foundation
import Testing
import VinculaCrypto

struct ProofOfWorkTests {
    private let proofs = ProofsOfWork(key: Data(repeating: 7, count: ProofsOfWork.keyLength))

    private func challenge(bits: Int = 8, project: String = "shop", purpose: String = "sms") -> String {
        proofs.challenge(project: project, purpose: purpose, bits: bits, expiresAt: 1000)
    }

    private func check(_ solution: String, now: Int64 = 999) -> ProofsOfWork.Outcome {
        proofs.check(solution, project: "shop", purpose: "sms", now: now)
    }

    private func solved(_ challenge: String, bits: Int = 8) throws -> String {
        try #require(
            (0..<1_000_000).lazy.map { "\(challenge).\($0)" }.first { solution in
                var zeros = 0
                for byte in Data(solution.utf8).sha256 {
                    zeros += byte.leadingZeroBitCount
                    if byte != 0 { break }
                }
                return zeros >= bits
            })
    }

    @Test func `a solution counts, and names its challenge`() throws {
        let solution = try solved(challenge())
        guard case .done(let facts) = check(solution) else {
            Issue.record("\(check(solution))")
            return
        }
        #expect(facts.bits == 8 && facts.expiresAt == 1000 && facts.id.count == 16)
        #expect(check(solution) == .done(facts))
        guard case .done(let other) = check(try solved(challenge())) else {
            Issue.record("The other was refused")
            return
        }
        #expect(other.id != facts.id)
        #expect(solution.utf8.count <= ProofsOfWork.longestSolution && solution.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test func `a challenge expires`() throws {
        let solution = try solved(challenge())
        #expect(check(solution, now: 1000) == .expired)
        #expect(check(solution, now: .max) == .expired)
    }

    @Test func `it counts for its project and its purpose alone, on its server`() throws {
        let solution = try solved(challenge())
        #expect(proofs.check(solution, project: "other", purpose: "sms", now: 0) == .wrong)
        #expect(proofs.check(solution, project: "shop", purpose: "mail", now: 0) == .wrong)
        #expect(proofs.check(solution, project: "shops", purpose: "ms", now: 0) == .wrong)
        let other = ProofsOfWork(key: Data(repeating: 8, count: ProofsOfWork.keyLength))
        #expect(other.check(solution, project: "shop", purpose: "sms", now: 0) == .wrong)
    }

    @Test func `work that was not done does not count`() throws {
        let hard = challenge(bits: 40)
        for nonce in ["0", "1", "", "x"] { #expect(check("\(hard).\(nonce)") == .wrong) }
        // Nor does an easier challenge than was issued.
        #expect(check(try solved(hard.replacing("pow1.40.", with: "pow1.1."), bits: 1)) == .wrong)
    }

    @Test func `no byte of a challenge may change`() throws {
        let bytes = Array(challenge(bits: 1).utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: changed, as: UTF8.self)
            #expect((0..<8).allSatisfy { check("\(text).\($0)") == .wrong }, "\(index)")
        }
    }

    @Test(
        "rubbish",
        arguments: [
            "", ".", "....", "pow1", "pow1.8", "pow1.8..", "pow1.8...1", "pow1.0...", "pow1.-1...",
            "pow1.99999999999999999999...",
            String(repeating: ".", count: 100_000), "pow1.8.\u{E9}.\u{E9}.1", "03AGdBq25...", "x",
        ])
    func rubbish(text: String) { #expect(check(text) == .wrong) }

    @Test func `a solution may not be padded without end`() throws {
        let solution = try solved(challenge(bits: 1), bits: 1)
        #expect(check(solution + String(repeating: "0", count: ProofsOfWork.longestSolution)) == .wrong)
    }
}
