import Foundation

/// A value that one thread at a time can access.
///
/// iOS 17 has no `Synchronization.Mutex`. The lock is not recursive: the closure passed to ``withLock(_:)`` must not call it
/// again, nor call into the app's code.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs the closure with exclusive access to the value.
    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
