import Testing
import VinculaACME
import VinculaCore

/// The times at which certificates are ordered, and the choice of challenges.
@Suite("ACME: schedule")
struct ScheduleTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    private static func time(_ seconds: Int64) -> Timestamp { start.adding(seconds: seconds) }

    @Test(
        "A certificate is replaced after two thirds of its lifetime, at most a thirtieth earlier",
        arguments: [
            (lifetime: 90 * 86_400, jitter: 0.0, after: 60 * 86_400), (90 * 86_400, 1.0, 57 * 86_400), (30, 0.0, 20),
            (30, 1.0, 19), (6 * 86_400, 0.5, 336_960), (0, 1.0, 0), (90, 7.0, 57), (90, -7.0, 60),
        ] as [(lifetime: Int64, jitter: Double, after: Int64)])
    func renewal(lifetime: Int64, jitter: Double, after: Int64) {
        let renewal = RenewalSchedule.renewal(notBefore: Self.start, notAfter: Self.time(lifetime), jitter: jitter)
        #expect(renewal == Self.time(after))
    }

    @Test("Without a certificate the first attempt is at once; with one it waits for the renewal")
    func first() {
        #expect(RenewalSchedule.next(renewal: nil, after: CertificateAttempts(), isFirst: true) <= Self.start)
        #expect(RenewalSchedule.next(renewal: Self.time(9), after: CertificateAttempts(), isFirst: true) == Self.time(9))
    }

    @Test("The pauses grow up to an hour, and a restart ends them")
    func pauses() {
        var attempts = CertificateAttempts()
        var now = Self.start
        var pauses: [Int64] = []
        for _ in 0..<7 {
            attempts.note(.unreachable("gone"), words: "gone", at: now, jitter: 0)
            let next = RenewalSchedule.next(renewal: nil, after: attempts, isFirst: false)
            pauses.append(next.seconds - now.seconds)
            #expect(RenewalSchedule.next(renewal: nil, after: attempts, isFirst: true) <= now)
            now = next
        }
        #expect(pauses == [60, 300, 900, 1800, 3600, 3600, 3600])
        attempts.note(.unreachable("gone"), words: "gone", at: now, jitter: 1)
        #expect(RenewalSchedule.next(renewal: nil, after: attempts, isFirst: false) == now.adding(seconds: 4320))
        attempts.noteSuccess(at: now, until: now.adding(seconds: 90 * 86_400))
        #expect(attempts.failures == 0 && attempts.retryAt == nil && attempts.words == nil)
        // A certificate that is due as soon as it is there, as with a clock that is two months fast, is not ordered without end.
        #expect(RenewalSchedule.next(renewal: Self.start, after: attempts, isFirst: true) == now.adding(seconds: 86_400))
        attempts.noteSuccess(at: now, until: now.adding(seconds: 20))
        #expect(RenewalSchedule.next(renewal: Self.start, after: attempts, isFirst: true) == now.adding(seconds: 10))
    }

    @Test("Whatever the restarts, at most four validations fail within an hour", arguments: [true, false])
    func window(restarts: Bool) {
        var attempts = CertificateAttempts()
        var now = Self.start
        var times: [Timestamp] = []
        for _ in 0..<30 {
            now = max(now.adding(seconds: 1), RenewalSchedule.next(renewal: nil, after: attempts, isFirst: restarts))
            times.append(now)
            attempts.note(
                .validation(.http01, name: "a.example", ACMEProblem(.connection)), words: "closed", at: now, jitter: 0)
        }
        for time in times {
            #expect(times.filter { time <= $0 && $0 < time.adding(seconds: 3600) }.count <= 4)
        }
    }

    @Test(
        "A certificate authority that wants to be left alone is left alone, after a restart, too",
        arguments: [
            (.rateLimited, 120, 120), (.rateLimited, nil, 3600), (.serverInternal, 30, 30),
            (.serverInternal, nil, nil), (.malformed, nil, nil), (.rateLimited, 99_999_999, 604_800), (.rateLimited, -5, 1),
        ] as [(ACMEProblem.Kind, Int64?, Int64?)])
    func retryAfter(kind: ACMEProblem.Kind, header: Int64?, pause: Int64?) {
        var attempts = CertificateAttempts()
        attempts.note(.refused(ACMEProblem(kind), retryAfter: header), words: "", at: Self.start, jitter: 0)
        let next = RenewalSchedule.next(renewal: nil, after: attempts, isFirst: true)
        if let pause { #expect(next == Self.time(pause)) } else { #expect(next <= Self.start) }
    }

    @Test("HTTP-01 comes first where its port is open, and each failure has the other kind tried")
    func kinds() {
        for (isOpen, failed, kinds) in [
            (true, nil, [.http01, .tlsALPN01]), (true, .http01, [.tlsALPN01, .http01]),
            (true, .tlsALPN01, [.http01, .tlsALPN01]),
            (false, nil, [.tlsALPN01]), (false, .http01, [.tlsALPN01]), (false, .tlsALPN01, [.tlsALPN01]),
        ] as [(Bool, ChallengeKind?, [ChallengeKind])] {
            #expect(ChallengeChoice.kinds(isHTTPOpen: isOpen, after: failed) == kinds)
        }
    }
}
