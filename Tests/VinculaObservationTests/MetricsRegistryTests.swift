import CoreMetrics
import Testing
import VinculaCore
import VinculaObservation

/// The metrics as Prometheus reads them.
@Suite("Metrics as text")
struct MetricsRegistryTests {
    @Test("Counters, gauges, recorders and timers of swift-metrics are shown with their labels, their help and their type")
    func kinds() {
        let registry = MetricsRegistry()
        registry.describe("jobs_total", "Jobs done.")
        registry.describe("job_seconds", "Time of a job.", bounds: [0.5, 1])
        let counter = Counter(label: "jobs_total", dimensions: [("kind", "a")], factory: registry)
        let meter = Meter(label: "room", factory: registry)
        let gauge = Gauge(label: "heat", factory: registry)
        let timer = CoreMetrics.Timer(label: "job_seconds", factory: registry)
        counter.increment(by: 3)
        meter.set(2)
        meter.increment(by: 1.5)
        meter.decrement(by: 1)
        gauge.record(-4)
        for nanoseconds: Int64 in [250_000_000, 500_000_000, 2_000_000_000] { timer.recordNanoseconds(nanoseconds) }
        #expect(
            registry.text == """
                # HELP jobs_total Jobs done.
                # TYPE jobs_total counter
                jobs_total{kind="a"} 3
                # HELP job_seconds Time of a job.
                # TYPE job_seconds histogram
                job_seconds_bucket{le="0.5"} 2
                job_seconds_bucket{le="1.0"} 2
                job_seconds_bucket{le="+Inf"} 3
                job_seconds_sum 2.75
                job_seconds_count 3
                # HELP room room
                # TYPE room gauge
                room 2.5
                # HELP heat heat
                # TYPE heat gauge
                heat -4

                """)
    }

    @Test("One name and the same labels are one metric, however often it is made and thrown away")
    func same() {
        let registry = MetricsRegistry()
        for _ in 0..<3 { Counter(label: "n_total", dimensions: [("a", "b")], factory: registry).increment() }
        #expect(registry.text.contains("n_total{a=\"b\"} 3\n"))
    }

    @Test("A quotation mark, a backslash or a line feed in a label or a help text ends nothing")
    func escaping() {
        let registry = MetricsRegistry()
        registry.describe("odd.name", "One\\two\nthree")
        Counter(label: "odd.name", dimensions: [("la-bel", "a\"b\\c\nd")], factory: registry).increment()
        #expect(
            registry.text == """
                # HELP odd_name One\\\\two\\nthree
                # TYPE odd_name counter
                odd_name{la_bel="a\\"b\\\\c\\nd"} 1

                """)
    }

    @Test("A metric of another type than its name has counts and is not shown; so is one too many")
    func bounds() {
        let registry = MetricsRegistry()
        Counter(label: "n", factory: registry).increment()
        Gauge(label: "n", dimensions: [("a", "b")], factory: registry).record(7)
        #expect(!registry.text.contains("7"))
        for number in 0..<3000 { Counter(label: "many_total", dimensions: [("n", "\(number)")], factory: registry).increment() }
        #expect(registry.text.matches(of: /many_total\{/).count == 2000)
    }

    @Test("A value that is kept elsewhere is read when the metrics are, and replaced by one with the same labels")
    func kept() {
        let registry = MetricsRegistry()
        registry.add("x", [("a", "b")], help: "X") { .gauge(1) }
        registry.add("x", [("a", "b")], help: "X") { .gauge(.infinity) }
        #expect(registry.text == "# HELP x X\n# TYPE x gauge\nx{a=\"b\"} +Inf\n")
        #expect(MetricsRegistry().text.isEmpty)
    }

    @Test("Nothing is lost when many count at once")
    func parallel() async {
        let registry = MetricsRegistry()
        let counter = Counter(label: "n_total", factory: registry)
        let meter = Meter(label: "m", factory: registry)
        let timer = CoreMetrics.Timer(label: "t", factory: registry)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.increment()
                        meter.increment()
                        timer.recordNanoseconds(1)
                    }
                }
            }
        }
        let text = registry.text
        #expect(text.contains("n_total 8000\n") && text.contains("\nm 8000\n") && text.contains("t_count 8000\n"))
    }
}
