import Foundation

/// A value that one thread at a time may touch.
///
/// `NSLock` and not `Mutex`, which wants iOS 18; the package's oldest is iOS 17.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `value` is touched only with `lock` held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs a closure that has the value to itself; it must be short, since others wait for it without yielding.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
