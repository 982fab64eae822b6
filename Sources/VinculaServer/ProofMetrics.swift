import CoreMetrics
import VinculaCore
import VinculaObservation
import VinculaProof

/// The counts of proofs, and of bound sessions' tokens, that were refused.
struct ProofMetrics: Sendable {
    private static let proofs = "vincula_proofs_refused_total"
    private static let sessions = "vincula_session_keys_refused_total"

    private let faults: [ProofFault: Counter]
    private let refusals: [SessionKeyRefusal.Reason: Counter]

    /// - Parameter registry: The metrics to add to.
    init(_ registry: MetricsRegistry) {
        registry.describe(Self.proofs, "Proofs of keys that were refused, by what was wrong.")
        registry.describe(
            Self.sessions,
            "Requests with a token of a bound session that did not prove its key: without a proof, or with another key's.")
        func counter(_ name: String, _ label: String, _ value: String) -> Counter {
            Counter(label: name, dimensions: [(label, value)], factory: registry)
        }
        faults = Dictionary(
            uniqueKeysWithValues: ProofFault.allCases.map { ($0, counter(Self.proofs, "reason", "\($0)")) })
        refusals = Dictionary(
            uniqueKeysWithValues: SessionKeyRefusal.Reason.allCases.map { ($0, counter(Self.sessions, "proof", $0.rawValue)) })
    }

    func count(_ fault: ProofFault) { faults[fault]?.increment() }

    func count(_ refusal: SessionKeyRefusal) { refusals[refusal.reason]?.increment() }
}
