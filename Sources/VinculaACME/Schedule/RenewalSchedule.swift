package import VinculaCore

/// The times at which certificates are ordered.
package enum RenewalSchedule {
    /// The maximum number of failed validations within ``window``. Let's Encrypt allows five an hour for each name.
    static let mostFailedValidations = 4
    /// An hour, in seconds.
    static let window: Int64 = 3600
    /// The pauses after the first failures, in seconds; the last is also that after all further ones.
    static let pauses: [Int64] = [60, 300, 900, 1800, 3600]

    /// The pause after a failure, in milliseconds: up to a fifth longer than it has to be.
    ///
    /// - Parameters:
    ///   - failures: The number of failures since the last success, at least 1.
    ///   - jitter: From 0 to 1.
    static func pause(after failures: Int, jitter: Double) -> Int64 {
        let pause = Double(pauses[min(max(failures, 1), pauses.count) - 1])
        return Int64(pause * 1000 * (1 + min(max(jitter, 0), 1) / 5))
    }

    /// The time at which a certificate is replaced: after two thirds of its lifetime, or up to a thirtieth of it earlier, so that
    /// certificates that were made together are not renewed together.
    ///
    /// - Parameter jitter: From 0 to 1; the same each time for one certificate.
    package static func renewal(notBefore: Timestamp, notAfter: Timestamp, jitter: Double) -> Timestamp {
        let lifetime = Double(max(0, notAfter.milliseconds - notBefore.milliseconds))
        let early = lifetime / 30 * min(max(jitter, 0), 1)
        return Timestamp(milliseconds: notBefore.milliseconds + Int64(lifetime * 2 / 3 - early))
    }

    /// The time of the next attempt to get a certificate.
    ///
    /// - Parameters:
    ///   - renewal: The time at which the present certificate is replaced; `nil` without one.
    ///   - attempts: What is known of earlier attempts.
    ///   - isFirst: `true` for the first attempt since the server started, which does not wait: the operator may have mended
    ///     something. The limits of the certificate authority hold all the same.
    package static func next(renewal: Timestamp?, after attempts: CertificateAttempts, isFirst: Bool) -> Timestamp {
        var times = [renewal ?? Timestamp(milliseconds: 0)]
        if !isFirst, let retry = attempts.retryAt { times.append(retry) }
        if let end = attempts.notBefore { times.append(end) }
        if attempts.failedValidations.count >= mostFailedValidations {
            let oldest = attempts.failedValidations.sorted()[attempts.failedValidations.count - mostFailedValidations]
            times.append(oldest.adding(seconds: window))
        }
        return times.max() ?? Timestamp(milliseconds: 0)
    }
}

/// What is known of earlier attempts to get a certificate. It is stored, so that no restart exceeds a limit.
package struct CertificateAttempts: Hashable, Sendable, Codable {
    /// The number of failures since the last success.
    package internal(set) var failures = 0
    /// The time of the next attempt.
    package internal(set) var retryAt: Timestamp?
    /// The times of the last failed validations.
    package internal(set) var failedValidations: [Timestamp] = []
    /// The kind of challenge that failed last.
    package internal(set) var failedKind: ChallengeKind?
    /// The time before which the certificate authority wants to hear nothing, or need not.
    package internal(set) var notBefore: Timestamp?
    /// The last failure, in words.
    package internal(set) var words: String?

    package init() {}

    /// Adds a failure.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - words: The failure in words.
    ///   - now: The current time.
    ///   - jitter: From 0 to 1.
    package mutating func note(_ failure: ACMEFailure, words: String, at now: Timestamp, jitter: Double) {
        failures += 1
        retryAt = Timestamp(
            milliseconds: now.milliseconds + RenewalSchedule.pause(after: failures, jitter: jitter))
        self.words = words
        notBefore = failure.pause.map { now.adding(seconds: $0) }
        guard case .validation(let kind, _, _) = failure else { return }
        failedKind = kind
        failedValidations = Array((failedValidations + [now]).suffix(RenewalSchedule.mostFailedValidations))
    }

    /// Forgets the failures, after a success. The failed validations still count for the rest of their hour.
    ///
    /// Where clocks differ much, a new certificate seems due at once; the next order waits for a day, or for half of the time that
    /// the certificate has left.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - end: The end of the new certificate.
    package mutating func noteSuccess(at now: Timestamp, until end: Timestamp) {
        failures = 0
        retryAt = nil
        failedKind = nil
        let left = max(0, end.milliseconds - now.milliseconds)
        notBefore = Timestamp(milliseconds: now.milliseconds + min(86_400_000, left / 2))
        words = nil
    }
}
