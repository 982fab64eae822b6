import NIOCore

/// Runs a connection's task on the event loop of the connection.
///
/// Otherwise each request goes to a thread of Swift's pool and its response back to the event loop, and each way wakes a thread.
/// What runs here must not take long: the loop's other connections wait. See ``Route/isShort``.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Not inside the current call: a handler of the connection may be in the middle of something.
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
