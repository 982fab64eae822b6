import Foundation

/// A value protected by a lock.
///
/// Uses `NSLock` because `Mutex` requires iOS 18, and this package supports iOS 17.
final class LockedState<Value: Sendable>: @unchecked Sendable {
    // Unchecked because the compiler cannot verify that `value` is accessed only with `lock` held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs a closure with exclusive access to the value. It must be short, because waiting threads are blocked.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
