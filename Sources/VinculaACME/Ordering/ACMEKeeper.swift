import Foundation
package import Logging
package import VinculaCore
package import VinculaEngine

/// Takes what the keeper of the certificate finds.
package protocol CertificateSink: Sendable {
    /// Uses a certificate for new connections.
    func install(_ certificate: IssuedCertificate) throws
    /// Answers these challenges, and no others that it was told of before.
    func present(_ challenges: [PresentedChallenge])
    /// Counts a failed attempt.
    func noteFailure()
    /// Waits until the server listens.
    ///
    /// - Returns: `true` if it can answer HTTP-01.
    func awaitPorts() async throws -> Bool
}

/// Gets the certificate, and renews it in time. Of several servers, one does so for all; the others take over what it got.
package struct ACMEKeeper: Sendable {
    /// The time between two looks at the record.
    private static let pause: Duration = .seconds(5)
    /// The time limit for one attempt.
    private static let limit: Duration = .seconds(540)
    /// The time for which other servers leave the work alone, in seconds. While this one works, it takes it again and again.
    private static let lease: Int64 = 60
    private static let leaseRenewal: Duration = .seconds(20)

    private let options: ACMEOptions
    private let shelf: CertificateShelf
    private let upkeep: Upkeep
    private let clock: any Clock
    private let sink: any CertificateSink
    private let logger: Logger

    package init(_ options: ACMEOptions, _ engine: AuthEngine, sink: any CertificateSink, logger: Logger) {
        self.options = options
        shelf = CertificateShelf(engine.keptSecrets, options)
        upkeep = engine.upkeep
        clock = engine.clock
        self.sink = sink
        self.logger = logger
    }

    /// The challenges that are being answered now, by this or another server.
    package func challenges() async throws -> [PresentedChallenge] { try await shelf.certificate().record.challenges }

    /// Uses the certificate that is stored, if there is one.
    ///
    /// - Returns: The certificate.
    package func prepare() async throws -> IssuedCertificate? {
        let issued = try await shelf.certificate().record.issued
        if let issued { try sink.install(issued) }
        return issued
    }

    /// Keeps the certificate until the task is cancelled.
    ///
    /// - Parameter installed: The certificate that is in use.
    package func run(installed: IssuedCertificate?) async {
        guard let isHTTPOpen = try? await sink.awaitPorts() else { return }
        var installed = installed
        var isFirst = true
        var hasAsked = false
        var isFailing = false
        repeat {
            do {
                let record = try await shelf.certificate().record
                try take(record, &installed)
                if clock.now >= record.next(isFirst: isFirst) {
                    try await leased {
                        let kept = try await shelf.certificate()
                        // Another server may have got one a moment ago.
                        guard clock.now >= kept.record.next(isFirst: isFirst) else { return }
                        isFirst = false
                        try await attempt(kept, isHTTPOpen: isHTTPOpen)
                    }
                    try take(try await shelf.certificate().record, &installed)
                } else if record.asksForRenewal(at: clock.now, isFirst: !hasAsked) {
                    try await leased {
                        hasAsked = true
                        try await AskForRenewal(options: options, shelf: shelf, clock: clock, logger: logger).run()
                    }
                }
                isFailing = false
            } catch is CancellationError {
                return
            } catch {
                if !isFailing { logger.error("The certificate cannot be kept", metadata: ["error": "\(error)"]) }
                isFailing = true
            }
        } while (try? await Task.sleep(for: Self.pause)) != nil
    }

    /// Does the work unless another server does it.
    private func leased(_ body: () async throws -> Void) async throws {
        guard try await upkeep.take(.certificate, seconds: Self.lease) else { return }
        let upkeep = upkeep
        let renewal = Task {
            while (try? await Task.sleep(for: Self.leaseRenewal)) != nil {
                _ = try? await upkeep.take(.certificate, seconds: Self.lease)
            }
        }
        func release() async {
            renewal.cancel()
            await renewal.value
            // In a task of its own, because this one may have been cancelled. Another server may do the work next, and may succeed
            // where this one failed.
            await Task { _ = try? await upkeep.take(.certificate, seconds: 0) }.value
        }
        do {
            try await body()
        } catch {
            await release()
            throw error
        }
        await release()
    }

    private func take(_ record: CertificateRecord, _ installed: inout IssuedCertificate?) throws {
        sink.present(record.challenges)
        guard let issued = record.issued, issued != installed else { return }
        try sink.install(issued)
        installed = issued
        logger.notice("New connections now use the new certificate", metadata: ["expires": "\(Self.text(issued.notAfter))"])
    }

    private func attempt(_ kept: CertificateShelf.Kept<CertificateRecord>, isHTTPOpen: Bool) async throws {
        let kinds = ChallengeChoice.kinds(isHTTPOpen: isHTTPOpen, after: kept.record.attempts.failedKind)
        let obtain = ObtainCertificate(
            options: options, shelf: shelf, clock: clock, logger: logger, kinds: kinds,
            present: { sink.present($0) })
        do {
            try await Self.limited { try await obtain.run(kept) }
            logger.notice("The certificate was issued", metadata: ["authority": "\(options.authority)"])
        } catch let failure as ACMEFailure {
            try await note(failure)
        } catch is CertificateShelf.Overtaken {
            logger.info("Another server has changed the order of the certificate")
        }
    }

    private func note(_ failure: ACMEFailure) async throws {
        var kept = try await shelf.certificate()
        let words = failure.words(options.authority)
        sink.noteFailure()
        kept.record.attempts.note(failure, words: words, at: clock.now, jitter: .random(in: 0...1))
        kept.record.challenges = []
        if failure.endsOrder { kept.record.order = nil }
        try await shelf.write(&kept)
        let next = kept.record.next(isFirst: false)
        logger.error(
            "No certificate could be obtained", metadata: ["error": "\(words)", "next attempt": "\(Self.text(next))"])
    }

    private static func limited(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ACMEFailure.tooSlow
            }
            _ = try await group.next()
        }
    }

    static func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.seconds)).formatted(.iso8601)
    }
}

/// What is known of the certificate, for `vincula doctor`.
package struct CertificateState: Sendable {
    /// The end of the certificate's validity; `nil` without one.
    package let expiresAt: Timestamp?
    /// The time at which it is to be renewed.
    package let renewal: Timestamp?
    /// The last failure, in words; `nil` after a success.
    package let failure: String?

    package init(_ options: ACMEOptions, _ engine: AuthEngine) async throws {
        let record = try await CertificateShelf(engine.keptSecrets, options).certificate().record
        expiresAt = record.issued?.notAfter
        renewal = record.renewal
        failure = record.attempts.words
    }
}
