public import ServiceLifecycle
public import VinculaVerifier

/// Reads a feed for as long as the application runs, and stops with it: `app.addServices(RevocationFeedService(feed))`.
public struct RevocationFeedService: Service {
    private let feed: RevocationFeed

    /// Creates the service.
    ///
    /// - Parameter feed: The feed.
    public init(_ feed: RevocationFeed) { self.feed = feed }

    /// Reads the feed until the application shuts down.
    ///
    /// - Throws: Nothing; the protocol allows it.
    public func run() async throws {
        await cancelWhenGracefulShutdown { await feed.run() }
    }
}
