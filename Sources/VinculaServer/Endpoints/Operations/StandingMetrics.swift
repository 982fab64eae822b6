import VinculaCore
import VinculaEngine
import VinculaObservation

/// What the store says about the whole installation, in Prometheus' text format. Every server on it says the same.
enum StandingMetrics {
    static func exposition(_ standing: Standing) -> String {
        let registry = MetricsRegistry()
        func add(_ name: String, _ label: (String, String)? = nil, _ help: String, _ value: Double) {
            registry.add(name, label.map { [$0] } ?? [], help: help) { .gauge(value) }
        }
        for (channel, backlog) in standing.outbox.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add(
                "vincula_outbox_messages", ("channel", channel.rawValue),
                "Messages that wait to be sent; no more than \(Standing.mostMessages) are counted.", Double(backlog.count))
        }
        for (channel, backlog) in standing.outbox.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add(
                "vincula_outbox_oldest_seconds", ("channel", channel.rawValue),
                "Age of the oldest of the messages that wait; 0 if there is none.", Double(backlog.oldestSeconds))
        }
        add("vincula_audit_records", nil, "Records in the audit log.", Double(standing.auditRecords))
        if let last = standing.lastAuditRecord {
            add("vincula_audit_last_seconds", nil, "Time of the audit log's last record, since 1970.", last.seconds)
        }
        for (purpose, start) in standing.signingSince.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add(
                "vincula_signing_key_since_seconds", ("purpose", purpose.rawValue),
                "Time since which the current signing key signs, since 1970.", start.seconds)
        }
        return registry.text
    }
}

extension Timestamp {
    fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
