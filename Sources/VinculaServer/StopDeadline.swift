@preconcurrency package import Dispatch

/// Ends a server that takes longer to stop than it may, even if requests are still running.
///
/// It listens for the signals itself, on a thread of its own: those that requests run on may all be busy.
package final class StopDeadline: Sendable {
    private let sources: [DispatchSource]

    /// - Parameters:
    ///   - signals: The signals that tell the server to stop.
    ///   - limit: The time that it may take to stop.
    ///   - expire: Called when that time is exceeded.
    package init(signals: [Int32], limit: DispatchTimeInterval, expire: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "vincula.stop")
        sources = signals.compactMap { DispatchSource.makeSignalSource(signal: $0, queue: queue) as? DispatchSource }
        for source in sources {
            source.setEventHandler { queue.asyncAfter(deadline: .now() + limit, execute: expire) }
            source.resume()
        }
    }

    deinit { for source in sources { source.cancel() } }
}
