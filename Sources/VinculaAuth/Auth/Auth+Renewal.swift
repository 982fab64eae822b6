import Foundation

/// Schedules the renewal of an ID token before anyone asks for one.
enum RenewalClock {
    /// Returns the time to wait for the first attempt, in seconds.
    ///
    /// - Returns: At most a day, regardless of the expiration date. nil for a token that is already due: it is renewed when
    ///   it is needed, so that a program that only starts and exits makes no request.
    static func pause(before expiresAt: Date, at now: Date = Date()) -> Double? {
        let pause = expiresAt.timeIntervalSince(now) - Tokens.margin
        return pause.isFinite && pause > 0 ? min(pause, Expiry.longest) : nil
    }

    /// Returns the time to wait after consecutive failures, in seconds: a minute, then doubled each time, up to 16 minutes.
    static func pause(afterFailures failures: Int) -> Double {
        60 * pow(2, Double(min(max(failures, 1), 5) - 1))
    }
}

/// Renewal of the ID token ahead of its use.
extension Auth {
    /// Schedules the next renewal, replacing the one scheduled before.
    func scheduleRenewal() {
        state.withLock { state in
            state.renewal?.cancel()
            state.renewal = nil
            guard state.renewsAhead, let user = state.current else { return }
            guard let expiresAt = user.state.withLock({ $0.tokens.expiresAt }),
                let first = RenewalClock.pause(before: expiresAt)
            else { return }
            state.renewal = Task.detached { [weak self, weak user, wait = state.pause] in
                var pause: Double? = first
                var failures = 0
                while let seconds = pause, !Task.isCancelled, (try? await wait(seconds)) != nil, !Task.isCancelled {
                    pause = await self?.renew(user, &failures)
                }
            }
        }
    }

    /// Tries to renew the token.
    ///
    /// - Returns: The time until the next check, in seconds; nil for never. A new token reschedules the renewal and cancels
    ///   this one.
    private func renew(_ user: User?, _ failures: inout Int) async -> Double? {
        guard let user, state.withLock({ $0.current }) === user else { return nil }
        if (try? await user.freshToken()) != nil, let expiresAt = user.state.withLock({ $0.tokens.expiresAt }) {
            // The wall clock may run slower than the clock used for waiting: the token is not due yet.
            if let pause = RenewalClock.pause(before: expiresAt) { return max(1, pause) }
        }
        guard state.withLock({ $0.current }) === user else { return nil }
        failures += 1
        return RenewalClock.pause(afterFailures: failures)
    }
}
