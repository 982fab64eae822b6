import Foundation
import Logging
import VinculaServer

extension StopDeadline {
    /// The end of a stop that takes longer than it is given; whatever was answered is on the disk.
    convenience init(_ configuration: ServerConfiguration, logger: Logger) {
        let seconds = configuration.drainTime + max(1, configuration.shutdownTimeout)
        self.init(signals: [SIGTERM, SIGINT], limit: .seconds(seconds)) {
            logger.critical(
                "Requests were still running when the time to stop was over; the server ends without them",
                metadata: ["seconds": "\(seconds)"])
            _exit(EXIT_FAILURE)
        }
    }
}
