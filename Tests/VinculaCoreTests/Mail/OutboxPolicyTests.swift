import Testing
import VinculaCore

@Suite("When mails go out")
struct OutboxPolicyTests {
    @Test func waits() {
        #expect((1...12).map(OutboxPolicy.wait(after:)) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(OutboxPolicy.wait(after: 0) == 1 && OutboxPolicy.wait(after: .max) == 300)
    }

    @Test("Three in ten minutes, ten in a day")
    func limits() {
        func allows(_ ages: [Int64]) -> Bool {
            let now = Timestamp(seconds: 1_000_000)
            return OutboxPolicy.allows(sent: ages.map { now.adding(seconds: -$0) }, now: now)
        }
        #expect(allows([]) && allows([0, 1]) && !allows([0, 1, 2]) && !allows([1, 2, 599]) && allows([1, 2, 600]))
        #expect(allows((1...9).map { $0 * 600 }) && !allows((1...10).map { $0 * 600 }))
        #expect(allows((1...9).map { $0 * 600 } + [24 * 3600]))
    }
}
