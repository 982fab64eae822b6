import Logging
import Synchronization
import Testing

@testable import VinculaServer

@Suite struct RequestLogHandlerTests {
    /// Keeps the lines, and counts the changes of its metadata.
    private final class Lines: Sendable {
        let all = Mutex<[(message: String, metadata: Logger.Metadata)]>([])
        let changes = Mutex(0)
    }

    private struct KeepingHandler: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = ["server": "a"]

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            lines.all.withLock { $0.append(("\(event.message)", all)) }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set {
                lines.changes.withLock { $0 += 1 }
                metadata[key] = newValue
            }
        }
    }

    @Test func whatIsAddedIsInEveryLineAndCostsNothingBefore() {
        let lines = Lines()
        var logger = RequestLogHandler.logger(Logger(label: "test", factory: { _ in KeepingHandler(lines: lines) }))
        logger[metadataKey: "id"] = "1"
        var other = logger
        other[metadataKey: "id"] = "2"
        other.logLevel = .debug
        #expect(lines.changes.withLock { $0 } == 0)
        logger.debug("Not written")
        logger.info("First")
        other.debug("Second", metadata: ["id": "3", "more": "4"])
        #expect(logger[metadataKey: "id"] == "1")
        #expect(logger[metadataKey: "server"] == "a")
        let written = lines.all.withLock { $0 }
        #expect(written.map(\.message) == ["First", "Second"])
        #expect(written.first?.metadata == ["server": "a", "id": "1"])
        #expect(written.last?.metadata == ["server": "a", "id": "3", "more": "4"])
    }
}
