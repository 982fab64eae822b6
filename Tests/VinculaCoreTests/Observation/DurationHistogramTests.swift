import Testing
import VinculaCore

/// Durations counted by fixed bounds.
@Suite("Histograms of durations")
struct DurationHistogramTests {
    @Test("A duration counts up to the first bound that it does not exceed; longer ones count last")
    func bounds() {
        var histogram = DurationHistogram(bounds: [0.001, 0.01])
        for duration: Duration in [.zero, .milliseconds(1), .microseconds(1001), .milliseconds(10), .seconds(3)] {
            histogram.add(duration)
        }
        #expect(histogram.counts == [2, 2, 1])
        #expect(abs(histogram.sum - 3.012001) < 1e-9)
    }

    @Test("The bounds ascend", arguments: [DurationHistogram.requestBounds, DurationHistogram.stepBounds])
    func ascending(bounds: [Double]) { #expect(bounds == bounds.sorted() && Set(bounds).count == bounds.count) }
}
