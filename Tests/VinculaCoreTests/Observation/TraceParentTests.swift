import Testing
import VinculaCore

/// W3C's `traceparent`, and what is made of it.
@Suite("traceparent")
struct TraceParentTests {
    @Test("The standard's example is read and written as it is")
    func example() throws {
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let trace = try #require(TraceParent(text))
        #expect("\(trace)" == text && trace.isSampled)
        #expect(trace.traceID == "0af7651916cd43dd8448eb211c80319c" && trace.spanID == "b7ad6b7169203331")
    }

    @Test("Of the flags only the first bit counts; a later version may have more fields")
    func later() throws {
        #expect(TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe")?.isSampled == false)
        #expect(TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03")?.isSampled == true)
        let later = try #require(TraceParent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-the-future-brings"))
        #expect("\(later)" == "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    }

    @Test(
        "Anything else is no parent",
        arguments: [
            "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            // Version 0 has exactly four fields, and version 255 is forbidden.
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            // Ids of zeros alone.
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            // Capitals, other characters, other lengths, other separators.
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c8031zz-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-011",
            "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
            "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.x",
            " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ])
    func refused(text: String) { #expect(TraceParent(text) == nil) }

    @Test("A small id keeps its zeros")
    func zeros() {
        let trace = TraceParent(high: 0, low: 1, span: 0xAB, isSampled: false)
        #expect("\(trace)" == "00-00000000000000000000000000000001-00000000000000ab-00")
        #expect(TraceParent("\(trace)") == trace)
    }

    @Test("The share of recorded traces is the ratio; none at 0 and all at 1")
    func ratio() {
        var generator = SystemRandomNumberGenerator()
        let ids = (0..<20_000).map { _ in UInt64.random(in: 1...UInt64.max, using: &generator) }
        func share(_ ratio: Double) -> Double {
            Double(ids.count { TraceParent.isSampled(low: $0, ratio: ratio) }) / Double(ids.count)
        }
        #expect(share(0) == 0 && share(1) == 1)
        #expect(abs(share(0.25) - 0.25) < 0.02)
        // What is recorded at a low ratio is recorded at every higher one.
        #expect(ids.allSatisfy { !TraceParent.isSampled(low: $0, ratio: 0.1) || TraceParent.isSampled(low: $0, ratio: 0.3) })
    }
}
