import Synchronization

/// The connections that read a file, as many as have ever been needed at once.
///
/// A read is a direct call on the caller's thread, so there are never more connections than threads that read, and none waits
/// for another. The one returned last is taken first: it has the pages and statements that are in use.
final class ReaderPool: Sendable {
    private let path: String
    private let idle = Mutex<[StoreConnection]>([])

    init(_ path: String) { self.path = path }

    /// Runs a read on a connection of its own.
    ///
    /// - Throws: `DatabaseError` if no connection can be opened, or what the read throws.
    func read<Result>(_ body: (StoreConnection) throws -> Result) throws -> Result {
        let connection = try idle.withLock { $0.popLast() } ?? StoreConnection(reading: path)
        defer { idle.withLock { $0.append(connection) } }
        return try body(connection)
    }

    /// Closes the connections. No read may be running.
    func close() { idle.withLock { $0 = [] } }
}
