import VinculaCore
import VinculaEngine

/// The counters of the rate limits, in Prometheus' text format.
enum LimitMetrics {
    static func exposition(_ limits: RequestLimits) -> String {
        var lines = [
            "# HELP vincula_rate_limited_total Requests refused by rate limits and guessing limits.",
            "# TYPE vincula_rate_limited_total counter",
        ]
        lines += limits.refusals.map { refusal, count in
            "vincula_rate_limited_total{rpc=\"\(refusal.rpc.rawValue)\",limit=\"\(refusal.reason.rawValue)\"} \(count)"
        }.sorted()
        lines += [
            "# HELP vincula_password_attempts_total Password attempts by outcome: right, wrong, or refused unchecked. Counted if limits are on.",
            "# TYPE vincula_password_attempts_total counter",
        ]
        lines += RequestLimits.PasswordOutcome.allCases.map { outcome in
            "vincula_password_attempts_total{outcome=\"\(outcome.rawValue)\"} \(limits.passwords[outcome, default: 0])"
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
