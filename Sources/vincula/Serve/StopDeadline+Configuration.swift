import Foundation
import Logging
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
}
