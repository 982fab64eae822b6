import Testing
import VinculaCore

struct ImportPaceTests {
    @Test(
        "Transactions grow to what half a second takes, within bounds, however fast the machine is",
        arguments: [(100_000, 10_000), (12_000, 6000), (4000, 2000), (1500, 750), (400, 500), (1, 500)])
    func speed(perSecond: Int, size: Int) {
        var pace = ImportPace()
        for _ in 0..<20 { pace.note(pace.next, in: Double(pace.next) / Double(perSecond)) }
        #expect(abs(pace.next - size) <= 1, "\(pace.next)")
    }

    @Test func `one slow or fast transaction changes little, and an empty one nothing`() {
        var pace = ImportPace()
        let first = pace.next
        pace.note(first, in: 60)
        #expect(pace.next == first / 2)
        pace.note(pace.next, in: 0)
        #expect(pace.next == first)
        pace.note(0, in: 60)
        #expect(pace.next == first)
    }
}
