import Testing
import VinculaCore

struct RequestWindowTests {
    @Test(arguments: [1, 2, 3, 4, 5, 20, 1000])
    func `a window has all its requests at once, and no other before its end`(count: Int) {
        let window = RequestWindow(count, end: 3_600_000_000_000)
        var stored: Int64 = 0
        for _ in 0..<count {
            guard case .taken(let next) = window.take(stored: stored, now: 1) else {
                Issue.record("refused")
                return
            }
            stored = next
        }
        #expect(window.take(stored: stored, now: 1) == .wait(nanoseconds: window.end - 1))
        #expect(window.take(stored: stored, now: window.end - 1) == .wait(nanoseconds: 1))
        let next = RequestWindow(count, end: 2 * window.end)
        #expect(next.take(stored: stored, now: window.end) == .taken(fullAt: next.end + 1), "the next is empty")
    }

    @Test func `another count keeps what was counted`() {
        let end: Int64 = 1_000_000
        let used = end + 3
        #expect(RequestWindow(3, end: end).take(stored: used, now: 0) == .wait(nanoseconds: end))
        #expect(RequestWindow(2, end: end).take(stored: used, now: 0) == .wait(nanoseconds: end))
        #expect(RequestWindow(4, end: end).take(stored: used, now: 0) == .taken(fullAt: end + 4))
    }
}
