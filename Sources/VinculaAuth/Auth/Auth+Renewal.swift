import Foundation

/// Renewal of the ID token before anybody asks for one.
extension Auth {
    /// After a failure it is tried again after a minute, then after twice as long each time, up to this many seconds.
    private static let longestPause: Double = 16 * 60

    /// Sets the clock for the next renewal, in place of the one that was set.
    func scheduleRenewal() {
        state.withLock { state in
            state.renewal?.cancel()
            state.renewal = nil
            guard state.renewsAhead, let user = state.current else { return }
            guard let expiresAt = user.state.withLock({ $0.tokens.expiresAt }) else { return }
            let pause = max(0, expiresAt.timeIntervalSinceNow - Tokens.margin)
            // A token that is due already is renewed when somebody needs it: a program that only starts and ends asks nobody.
            guard pause > 0 else { return }
            state.renewal = Task.detached { [weak self, weak user] in
                await Self.renew(after: pause) { [weak self, weak user] in
                    guard let self, let user, self.state.withLock({ $0.current }) === user else { return .over }
                    do {
                        _ = try await user.freshToken()
                        return .done
                    } catch {
                        return AuthFailure.code(of: error) == .networkError ? .again : .over
                    }
                }
            }
        }
    }

    private enum Outcome {
        case done, again, over
    }

    private static func renew(after pause: Double, _ attempt: @Sendable () async -> Outcome) async {
        var pause = pause
        var next: Double = 60
        while true {
            guard (try? await Task.sleep(for: .seconds(pause))) != nil else { return }
            guard await attempt() == .again else { return }
            pause = next
            next = min(next * 2, longestPause)
        }
    }
}
