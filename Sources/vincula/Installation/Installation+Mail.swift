import Logging
import VinculaDelivery
import VinculaEngine

extension Installation {
    /// The worker that sends the mails of this installation; `nil` if none are sent.
    func mailWorker(_ configuration: ServerConfiguration, logger: Logger, counts: MailCounts) -> MailWorker? {
        configuration.mail.map {
            MailWorker(outbox: engine.outbox, options: $0.options, from: $0.from, logger: logger, counts: counts)
        }
    }
}
