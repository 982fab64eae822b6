import Testing
import VinculaCore

@Suite("Delivery times of messages")
struct OutboxPolicyTests {
    @Test func waits() {
        #expect((1...12).map { OutboxPolicy.wait(after: $0) } == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(OutboxPolicy.wait(after: 0) == 1 && OutboxPolicy.wait(after: .max) == 300)
        #expect([1, 12, 13, 40, .max].map { OutboxPolicy.wait(after: $0, longest: 3600) } == [1, 2048, 3600, 3600, 3600])
    }
}

@Suite("The order in which projects' messages are sent")
struct OutboxTurnsTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private static func due(_ projects: String...) -> [String: Timestamp] {
        Dictionary(uniqueKeysWithValues: projects.map { ($0, now) })
    }

    /// Begins turns until nobody has one, and ends none.
    private static func fill(_ turns: inout OutboxTurns, _ waiting: [String: Timestamp]) -> [String] {
        var taken: [String] = []
        while taken.count < 100, let project = turns.begin(waiting, now: now) { taken.append(project) }
        return taken
    }

    @Test func `one project alone has four of eight workers`() {
        var turns = OutboxTurns(workers: 8)
        #expect(Self.fill(&turns, Self.due("a")) == ["a", "a", "a", "a"])
    }

    @Test func `however many projects hold on to workers, there is one for the next, until all eight are taken by as many`() {
        var turns = OutboxTurns(workers: 8)
        var held: [String: Int] = [:]
        // They come one after the other, and each takes what it can.
        for project in ["a", "b", "c", "d"] { held[project] = Self.fill(&turns, Self.due(project)).count }
        #expect(held == ["a": 4, "b": 2, "c": 1, "d": 1])
        #expect(turns.begin(Self.due("e"), now: Self.now) == nil)
        turns.end("a")
        #expect(turns.begin(Self.due("a", "e"), now: Self.now) == "e")
    }

    @Test func `who has fewer under way comes first, then whose turn was longest ago, then who is due longest`() {
        var turns = OutboxTurns(workers: 8)
        let waiting = ["a": Self.now, "b": Self.now.adding(seconds: -1), "c": Self.now.adding(seconds: -2)]
        #expect((0..<3).compactMap { _ in turns.begin(waiting, now: Self.now) } == ["c", "b", "a"])
        turns.end("a")
        turns.end("b")
        #expect(turns.begin(waiting, now: Self.now) == "b")
        #expect(turns.begin(waiting, now: Self.now) == "a")
    }

    @Test func `ten thousand mails of one project and one of another take turns`() {
        var turns = OutboxTurns(workers: 1)
        var order = ""
        for _ in 0..<6 {
            guard let project = turns.begin(Self.due("crowd", "one"), now: Self.now) else { break }
            order += project + " "
            turns.end(project)
        }
        #expect(order == "crowd one crowd one crowd one ")
    }

    @Test func `nothing goes out before it is due, and a project that cannot be read rests`() {
        var turns = OutboxTurns(workers: 2)
        #expect(turns.begin(["a": Self.now.adding(seconds: 1)], now: Self.now) == nil)
        turns.rest("a", until: Self.now.adding(seconds: 30))
        #expect(turns.begin(Self.due("a"), now: Self.now) == nil)
        #expect(turns.begin(Self.due("a", "b"), now: Self.now) == "b")
        #expect(turns.begin(Self.due("a"), now: Self.now.adding(seconds: 30)) == "a")
    }

    @Test func `one worker serves everybody`() {
        var turns = OutboxTurns(workers: 1)
        #expect(Self.fill(&turns, Self.due("a", "b")) == ["a"])
        turns.end("a")
        #expect(Self.fill(&turns, Self.due("a", "b")) == ["b"])
    }
}
