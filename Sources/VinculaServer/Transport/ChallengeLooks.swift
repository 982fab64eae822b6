/// Looks at the challenges that other servers answer, however many clients ask: one at a time, with a pause between two.
///
/// Anybody can cause them. A question gets the result of a look that begins after it, so nobody who asks often can keep the answer
/// from a certificate authority: it waits for the look that is under way, a pause and its own look at most.
package actor ChallengeLooks {
    private let pause: Duration
    private let body: @Sendable () async -> Void
    /// The look that is under way, or the last one.
    private var current: Task<Void, Never>?
    /// The look that has not begun yet, which all new questions share.
    private var next: Task<Void, Never>?
    private var end: ContinuousClock.Instant?

    /// - Parameters:
    ///   - pause: The pause after each look.
    ///   - body: Looks.
    package init(pause: Duration = .milliseconds(250), _ body: @escaping @Sendable () async -> Void) {
        self.pause = pause
        self.body = body
    }

    /// Waits for a look that begins after the call.
    package func look() async {
        if let next { return await next.value }
        let previous = current
        let task = Task {
            await previous?.value
            await begin()
            await body()
            finish()
        }
        next = task
        await task.value
    }

    private func begin() async {
        if let end { try? await Task.sleep(until: end + pause, clock: .continuous) }
        current = next
        next = nil
    }

    private func finish() { end = .now }
}
