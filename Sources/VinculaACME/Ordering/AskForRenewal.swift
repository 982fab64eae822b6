import Foundation
import Logging
import VinculaCore
import VinculaEngine

/// Asks the ACME server when it wants the certificate in use to be renewed (RFC 9773).
struct AskForRenewal {
    /// The time until the next question after one that failed, in seconds.
    private static let pauseAfterFailure: Int64 = 3600

    let options: ACMEOptions
    let shelf: CertificateShelf
    let clock: any Clock
    let logger: Logger

    /// Asks, and stores the answer. A failure is no obstacle: the certificate is renewed all the same.
    ///
    /// - Throws: The store's errors, or `CancellationError`.
    func run() async throws {
        var kept = try await shelf.certificate()
        guard let issued = kept.record.issued else { return }
        let before = kept.record.wish?.info
        do {
            let (info, pause) = try await answer(for: issued)
            kept.record.wish = RenewalWish(info: info, nextQuestion: clock.now.adding(seconds: RenewalInfo.pause(pause)))
        } catch let failure as ACMEFailure {
            logger.info(
                "The certificate authority does not say when the certificate is to be renewed",
                metadata: ["error": "\(failure.words(options.authority))"])
            kept.record.wish = RenewalWish(
                info: before, nextQuestion: clock.now.adding(seconds: Self.pauseAfterFailure))
        }
        do {
            try await shelf.write(&kept)
        } catch is CertificateShelf.Overtaken {
            return
        }
        guard let info = kept.record.wish?.info, info != before, let renewal = kept.record.renewal else { return }
        logger.notice(
            "The certificate authority says when the certificate is to be renewed",
            metadata: ["renewal": "\(ACMEKeeper.text(renewal))", "reason": "\(info.reason ?? "none")"])
    }

    /// - Returns: `nil` and a day if the server does not say such things.
    private func answer(for issued: IssuedCertificate) async throws -> (info: RenewalInfo?, pause: Int64?) {
        let exchange = try ACMEExchange(options)
        do {
            let answer = try await answer(for: issued, exchange)
            await exchange.end()
            return answer
        } catch {
            await exchange.end()
            throw error
        }
    }

    private func answer(
        for issued: IssuedCertificate, _ exchange: ACMEExchange
    ) async throws -> (info: RenewalInfo?, pause: Int64?) {
        let directory = try await ACMEConversation.directory(options.directory, exchange)
        guard let base = directory.renewalInfo, let id = CertificateID(chain: issued.chain),
            let url = ACMEAddress(base.description + (base.description.hasSuffix("/") ? "" : "/") + id.description)
        else { return (nil, RenewalInfo.pauses.upperBound) }
        let answer = try await exchange.get(url)
        guard answer.status == 200 else { throw ACMEFailure.badAnswer("status \(answer.status) for the time of the renewal") }
        return (try RenewalInfo(answer.json()), answer.retryAfter)
    }
}
