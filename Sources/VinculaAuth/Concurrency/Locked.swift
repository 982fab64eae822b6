import Foundation

/// A value that one thread at a time may see.
///
/// iOS 17 has no `Synchronization.Mutex`. The lock is not recursive: nothing inside of ``withLock(_:)`` may call it again, nor
/// code of the app.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs the closure with the value, while all other threads wait.
    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
