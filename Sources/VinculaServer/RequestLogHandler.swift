import Logging

/// A log handler that keeps what a request adds to the log until a line is written, which most requests do not cause.
///
/// The standard handler writes its metadata as text whenever some is added, and the framework adds an id to each request's.
struct RequestLogHandler: LogHandler {
    private var base: any LogHandler
    private var added: Logger.Metadata = [:]

    /// Returns a logger that writes as another one does.
    static func logger(_ logger: Logger) -> Logger {
        var changed = logger
        changed.handler = RequestLogHandler(base: logger.handler)
        return changed
    }

    private init(base: any LogHandler) { self.base = base }

    func log(event: LogEvent) {
        guard !added.isEmpty else { return base.log(event: event) }
        var event = event
        event.metadata = added.merging(event.metadata ?? [:]) { _, new in new }
        base.log(event: event)
    }

    var metadata: Logger.Metadata {
        get { base.metadata.merging(added) { _, new in new } }
        set {
            base.metadata = [:]
            added = newValue
        }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { added[key] ?? base[metadataKey: key] }
        set {
            added[key] = newValue
            if newValue == nil { base[metadataKey: key] = nil }
        }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }
}
