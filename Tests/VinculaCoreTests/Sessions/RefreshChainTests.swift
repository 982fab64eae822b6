import Foundation
import Testing

@testable import VinculaCore

struct RefreshChainTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let hour: Int64 = 3600
    /// Switched on long ago.
    private static let rotation = RefreshRotation(since: start.adding(seconds: -1_000_000))

    /// 4 is active; 1 was exchanged for 2 half an hour before 2 for 3, and that as long before 3 for 4, at the start.
    private static let chain = RefreshChain(
        active: Data([4]),
        ancestors: [
            RefreshChain.Ancestor(hash: Data([1]), exchangedAt: start.adding(seconds: -hour), branch: 7),
            RefreshChain.Ancestor(hash: Data([2]), exchangedAt: start.adding(seconds: -hour / 2), branch: 8),
            RefreshChain.Ancestor(hash: Data([3]), exchangedAt: start, branch: 9),
        ])

    private static func decide(
        _ token: UInt8, _ chain: RefreshChain = chain, rotation: RefreshRotation? = rotation, seconds: Int64 = 0
    ) -> RefreshDecision {
        RefreshDecision.decide(
            presented: Data([token]), chain: chain, rotation: rotation, now: start.adding(seconds: seconds))
    }

    private static let moments = [-2 * hour, -60, 0, 1, hour / 2, hour / 2 + 1, hour, hour + 1, 31_536_000]

    // MARK: Tokens that keep their value

    @Test(
        "without rotation whatever counts leads to the active token: the parent at any time, older ones for a month",
        arguments: moments + [30 * 24 * hour - hour, 30 * 24 * hour - hour / 2, 30 * 24 * hour])
    func stable(seconds: Int64) {
        let month = 30 * 24 * Self.hour
        #expect(Self.decide(4, rotation: nil, seconds: seconds) == .keep(branches: []))
        #expect(Self.decide(3, rotation: nil, seconds: seconds) == .keep(branches: [9]))
        let (second, first) = (seconds <= month - Self.hour / 2, seconds <= month - Self.hour)
        #expect(Self.decide(2, rotation: nil, seconds: seconds) == (second ? .keep(branches: [8, 9]) : .endSession))
        #expect(Self.decide(1, rotation: nil, seconds: seconds) == (first ? .keep(branches: [7, 8, 9]) : .endSession))
        #expect(Self.decide(9, rotation: nil, seconds: seconds) == .endSession)
        #expect(Self.decide(4, RefreshChain(active: Data([4])), rotation: nil, seconds: seconds) == .keep(branches: []))
    }

    // MARK: Rotation

    @Test("the active token is exchanged, whenever it comes", arguments: moments)
    func active(seconds: Int64) {
        #expect(Self.decide(4, seconds: seconds) == .rotate(branches: [], under: Self.rotation))
        let first = RefreshChain(active: Data([4]))
        #expect(Self.decide(4, first, seconds: seconds) == .rotate(branches: [], under: Self.rotation))
    }

    @Test("T106 within the hour the parent leads to its child; later it gets the child's child", arguments: moments)
    func parent(seconds: Int64) {
        let expected: RefreshDecision =
            seconds <= Self.hour ? .keep(branches: [9]) : .rotate(branches: [9], under: Self.rotation)
        #expect(Self.decide(3, seconds: seconds) == expected)
    }

    @Test("T105 T107 an older token is valid for an hour after its exchange, and then ends the session", arguments: moments)
    func older(seconds: Int64) {
        #expect(Self.decide(2, seconds: seconds) == (seconds <= Self.hour / 2 ? .keep(branches: [8, 9]) : .endSession))
        #expect(Self.decide(1, seconds: seconds) == (seconds <= 0 ? .keep(branches: [7, 8, 9]) : .endSession))
        #expect(Self.decide(9, seconds: seconds) == .endSession)
    }

    @Test("tokens exchanged before rotation was switched on count as exchanged then", arguments: moments)
    func switchedOn(seconds: Int64) {
        let rotation = RefreshRotation(since: Self.start.adding(seconds: 600))
        let isYoung = seconds <= 600 + Self.hour
        for (token, branches): (UInt8, [Int64]) in [(1, [7, 8, 9]), (2, [8, 9])] {
            let decision = Self.decide(token, rotation: rotation, seconds: seconds)
            #expect(decision == (isYoung ? .keep(branches: branches) : .endSession))
        }
        let parent = Self.decide(3, rotation: rotation, seconds: seconds)
        #expect(parent == (isYoung ? .keep(branches: [9]) : .rotate(branches: [9], under: rotation)))
    }

    @Test func `an ended chain takes no token`() {
        for rotation in [nil, Self.rotation] {
            for token in [Data(), Data([4])] {
                let decision = RefreshDecision.decide(presented: token, chain: .ended, rotation: rotation, now: Self.start)
                #expect(decision == .endSession)
            }
        }
        // A hash is never empty.
        #expect(RefreshChain.ended.isEnded && RefreshChain.ended.active.isEmpty && !Self.chain.isEnded)
    }

    @Test func `a chain has a bound, beyond which the active token stays until the oldest one is an hour old`() {
        var chain = RefreshChain(active: Data([0]))
        for number in 0..<RefreshRotation.longestChain {
            #expect(Self.decide(UInt8(number), chain, seconds: Int64(number)) == .rotate(branches: [], under: Self.rotation))
            let now = Self.start.adding(seconds: Int64(number))
            chain = chain.exchanged(for: Data([UInt8(number + 1)]), presented: chain.active, rotation: Self.rotation, now: now)
        }
        let last = UInt8(RefreshRotation.longestChain)
        #expect(chain.ancestors.count == RefreshRotation.longestChain)
        #expect(Self.decide(last, chain, seconds: Self.hour) == .keep(branches: []))
        // None of them ends the session.
        for number in 0..<last {
            let branches = [Int64](repeating: 0, count: Int(last - number))
            #expect(Self.decide(number, chain, seconds: Self.hour) == .keep(branches: branches))
        }
        #expect(Self.decide(last, chain, seconds: Self.hour + 1) == .rotate(branches: [], under: Self.rotation))
    }

    @Test func `an exchange keeps what is within its hour`() {
        let now = Self.start.adding(seconds: Self.hour / 2 + 1)
        let next = Self.chain.exchanged(for: Data([5]), presented: Data([4]), rotation: Self.rotation, now: now)
        #expect(next.active == Data([5]))
        #expect(next.ancestors.map(\.hash) == [Data([3]), Data([4])])
        #expect(next.ancestors.map(\.exchangedAt) == [Self.start, now])
        #expect(next.ancestors.map(\.branch) == [9, 0])
    }

    @Test func `a parent that comes late begins its hour anew, for its answer may be lost again`() {
        let now = Self.start.adding(seconds: 31_536_000)
        let next = Self.chain.exchanged(for: Data([5]), presented: Data([3]), rotation: Self.rotation, now: now)
        #expect(next.ancestors.map(\.hash) == [Data([3]), Data([4])])
        #expect(next.ancestors.allSatisfy { $0.exchangedAt == now })
        let again = RefreshDecision.decide(presented: Data([3]), chain: next, rotation: Self.rotation, now: now)
        #expect(again == .keep(branches: [9, 0]))
        // Whoever did receive the child follows, for an hour.
        for (seconds, expected): (Int64, RefreshDecision) in [
            (Self.hour, .keep(branches: [0])), (Self.hour + 1, .rotate(branches: [0], under: Self.rotation)),
        ] {
            let decision = RefreshDecision.decide(
                presented: Data([4]), chain: next, rotation: Self.rotation, now: now.adding(seconds: seconds))
            #expect(decision == expected)
        }
    }

    @Test func `switching on what is on changes nothing`() {
        var settings = SessionSettings()
        #expect(settings.refreshRotation == nil)
        settings.setRefreshRotation(true, now: Self.start)
        settings.setRefreshRotation(true, now: Self.start.adding(seconds: 9))
        #expect(settings.refreshRotation == RefreshRotation(since: Self.start))
        settings.setRefreshRotation(false, now: Self.start)
        #expect(settings == SessionSettings())
    }
}
