import Testing
import VinculaCore

@Suite("The order in which webhooks are told")
struct RecipientTurnsTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private static func due(_ webhooks: [String: [String]]) -> [String: [String: Timestamp]] {
        webhooks.mapValues { names in Dictionary(uniqueKeysWithValues: names.map { ($0, now) }) }
    }

    /// Begins turns until nobody has one, and ends none.
    private static func fill(
        _ turns: inout RecipientTurns, _ waiting: [String: [String: Timestamp]]
    ) -> [RecipientTurns.Turn] {
        var taken: [RecipientTurns.Turn] = []
        while taken.count < 100, let turn = turns.begin(waiting, now: now) { taken.append(turn) }
        return taken
    }

    @Test func `T232 a webhook alone has two of eight workers, and leaves two of its project's four to the others`() {
        var turns = RecipientTurns(workers: 8)
        #expect(Self.fill(&turns, Self.due(["p": ["dead"]])).map(\.recipient) == ["dead", "dead"])
        #expect(Self.fill(&turns, Self.due(["p": ["dead", "good"]])).map(\.recipient) == ["good"])
        #expect(Self.fill(&turns, Self.due(["p": ["dead", "good", "other"]])).map(\.recipient) == ["other"])
    }

    @Test func `however many webhooks of one project hang, another project's are told`() {
        var turns = RecipientTurns(workers: 8)
        let dead = (0..<10).map { "dead\($0)" }
        #expect(Self.fill(&turns, Self.due(["p": dead])).count == 4)
        #expect(turns.begin(Self.due(["p": dead, "q": ["good"]]), now: Self.now) == .init(project: "q", recipient: "good"))
    }

    @Test func `when a turn ends, it is the webhook's whose turn was longest ago`() {
        var turns = RecipientTurns(workers: 8)
        let waiting = Self.due(["p": ["a", "b", "c", "d", "e"]])
        let taken = Self.fill(&turns, waiting)
        #expect(taken.map(\.recipient) == ["a", "b", "c", "d"])
        turns.end(taken[0])
        #expect(turns.begin(waiting, now: Self.now)?.recipient == "e")
        turns.end(taken[1])
        #expect(turns.begin(waiting, now: Self.now)?.recipient == "a")
    }

    @Test func `nothing goes out before it is due, and a project that cannot be read rests`() {
        var turns = RecipientTurns(workers: 8)
        #expect(turns.begin(["p": ["a": Self.now.adding(seconds: 1)]], now: Self.now) == nil)
        turns.rest("p", until: Self.now.adding(seconds: 30))
        #expect(turns.begin(Self.due(["p": ["a"]]), now: Self.now) == nil)
        #expect(turns.begin(Self.due(["p": ["a"], "q": ["a"]]), now: Self.now)?.project == "q")
        #expect(turns.begin(Self.due(["p": ["a"]]), now: Self.now.adding(seconds: 30))?.project == "p")
    }
}
