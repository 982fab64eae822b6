import Foundation
import Testing
import VinculaCore

struct RefreshChainTests {
    private static let rotatedAt = Timestamp(seconds: 1_800_000_000)
    private static let chain = RefreshChain(active: Data([3]), parent: Data([2]), rotatedAt: rotatedAt, branch: 4)

    private func decide(_ token: UInt8, _ chain: RefreshChain = chain, milliseconds: Int64 = 0) -> RefreshDecision {
        let now = Timestamp(milliseconds: Self.rotatedAt.milliseconds + milliseconds)
        return RefreshDecision.decide(presented: Data([token]), chain: chain, now: now)
    }

    @Test("the active token is exchanged, whenever it comes", arguments: [-1000, 0, 59_000, 61_000, 31_536_000_000] as [Int64])
    func active(milliseconds: Int64) {
        #expect(decide(3, milliseconds: milliseconds) == .rotate)
    }

    @Test("T106 the parent within the grace gets the same child", arguments: [-5000, 0, 1, 59_999, 60_000] as [Int64])
    func repeated(milliseconds: Int64) {
        #expect(decide(2, milliseconds: milliseconds) == .repeatChild(branch: 4))
    }

    @Test("the parent later gets another child", arguments: [60_001, 61_000, 31_536_000_000] as [Int64])
    func replaced(milliseconds: Int64) {
        #expect(decide(2, milliseconds: milliseconds) == .replaceChild(branch: 5))
    }

    @Test("T105 T107 anything older ends the session, within the grace too", arguments: [0, 1000, 60_001] as [Int64])
    func grandparent(milliseconds: Int64) {
        #expect(decide(1, milliseconds: milliseconds) == .endSession)
    }

    @Test func `a first token has no parent`() {
        let chain = RefreshChain(active: Data([1]))
        #expect(decide(1, chain) == .rotate)
        #expect(decide(2, chain) == .endSession)
    }

    @Test func `a parent without a moment ends the session`() {
        #expect(decide(2, RefreshChain(active: Data([3]), parent: Data([2]))) == .endSession)
    }

    @Test func `an ended chain takes no token`() {
        #expect(decide(3, .ended) == .endSession)
        #expect(decide(2, .ended) == .endSession)
        #expect(RefreshChain.ended.parent == nil)
        // A hash is never empty.
        #expect(RefreshChain.ended.active.isEmpty)
    }
}
