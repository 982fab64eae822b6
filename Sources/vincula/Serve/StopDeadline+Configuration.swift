import Foundation
import Logging
import VinculaEngine
import VinculaServer

extension StopDeadline {
    /// Ends the process if stopping takes too long; everything that was answered is already on the disk.
    convenience init(_ configuration: ServerConfiguration, logger: Logger) {
        let seconds = configuration[\.drainSeconds] + max(1, configuration[\.shutdownSeconds])
        self.init(signals: [SIGTERM, SIGINT], limit: .seconds(seconds)) {
            logger.critical(
                "Requests were still running when the shutdown time ran out; the server exits anyway",
                metadata: ["seconds": "\(seconds)"])
            _exit(EXIT_FAILURE)
        }
    }

    /// Ends waits for the database while the waiting requests can still be answered: a second before they are cancelled, which
    /// leaves the time in which the pools of connections see that it does not answer.
    convenience init(_ configuration: ServerConfiguration, of store: any Store) {
        let milliseconds = configuration[\.drainSeconds] * 1_000 + max(0, configuration[\.shutdownSeconds] * 1_000 - 2_000)
        self.init(signals: [SIGTERM, SIGINT], limit: .milliseconds(milliseconds)) { store.stopWaiting() }
    }
}
