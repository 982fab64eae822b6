import VinculaCore
import VinculaEngine

/// What was refused, in Prometheus' text format.
enum LimitMetrics {
    static func exposition(_ limits: RequestLimits) -> String {
        var lines = [
            "# HELP vincula_rate_limited_total Requests refused because somebody asks too often or guesses.",
            "# TYPE vincula_rate_limited_total counter",
        ]
        lines += limits.refusals.map { refusal, count in
            "vincula_rate_limited_total{rpc=\"\(refusal.rpc.rawValue)\",limit=\"\(refusal.reason.rawValue)\"} \(count)"
        }.sorted()
        lines += [
            "# HELP vincula_password_attempts_total Passwords that were right, wrong, or not looked at, where limits are on.",
            "# TYPE vincula_password_attempts_total counter",
        ]
        lines += RequestLimits.PasswordOutcome.allCases.map { outcome in
            "vincula_password_attempts_total{outcome=\"\(outcome.rawValue)\"} \(limits.passwords[outcome, default: 0])"
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
