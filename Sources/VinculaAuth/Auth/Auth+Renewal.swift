import Foundation

/// When an ID token is renewed before anybody asks for one.
enum RenewalClock {
    /// How long to wait for the first attempt, in seconds.
    ///
    /// - Returns: A day at most, whatever the end is. nil for a token that is due already: it is renewed when somebody needs it, as
    ///   a program that only starts and ends asks nobody.
    static func pause(before expiresAt: Date, at now: Date = Date()) -> Double? {
        let pause = expiresAt.timeIntervalSince(now) - Tokens.margin
        return pause.isFinite && pause > 0 ? min(pause, Expiry.longest) : nil
    }

    /// How long to wait after so many attempts in a row that failed: a minute, then twice as long each time, up to 16 minutes.
    static func pause(afterFailures failures: Int) -> Double {
        60 * pow(2, Double(min(max(failures, 1), 5) - 1))
    }
}

/// Renewal of the ID token before anybody asks for one.
extension Auth {
    /// Sets the clock for the next renewal, in place of the one that was set.
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
    /// - Returns: When to look again, in seconds from now; nil for never. A new token sets the clock anew and cancels this one.
    private func renew(_ user: User?, _ failures: inout Int) async -> Double? {
        guard let user, state.withLock({ $0.current }) === user else { return nil }
        if (try? await user.freshToken()) != nil, let expiresAt = user.state.withLock({ $0.tokens.expiresAt }) {
            // The system's clock may go slower than the one that waited: the token is not due yet.
            if let pause = RenewalClock.pause(before: expiresAt) { return max(1, pause) }
        }
        guard state.withLock({ $0.current }) === user else { return nil }
        failures += 1
        return RenewalClock.pause(afterFailures: failures)
    }
}
