/// Keeps a long task from taking more than half of the writer's time.
enum Rest {
    /// Waits for as long as a step took: at least a millisecond, at most five seconds.
    static func after(_ start: ContinuousClock.Instant) async throws {
        try await Task.sleep(for: max(.milliseconds(1), min(.now - start, .seconds(5))))
    }
}
