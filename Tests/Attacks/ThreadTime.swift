import Foundation

/// Processor time of this thread: what other tests do at the same time is not in it.
enum ThreadTime {
    private static var now: Int {
        // Seconds and nanoseconds, a word each.
        var time = [0, 0]
        time.withUnsafeMutableBytes { bytes in
            guard let address = bytes.baseAddress else { return }
            _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, address.assumingMemoryBound(to: timespec.self))
        }
        return time[0] * 1_000_000_000 + time[1]
    }

    /// The cost of a task, in nanoseconds per byte.
    static func cost(_ bytes: Int, _ body: () throws -> Void) rethrows -> Int {
        let start = now
        try body()
        return (now - start) / bytes
    }
}
