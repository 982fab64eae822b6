import Testing
import VinculaCore

@Suite("Delivery times of mails")
struct OutboxPolicyTests {
    @Test func waits() {
        #expect((1...12).map(OutboxPolicy.wait(after:)) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(OutboxPolicy.wait(after: 0) == 1 && OutboxPolicy.wait(after: .max) == 300)
    }
}
