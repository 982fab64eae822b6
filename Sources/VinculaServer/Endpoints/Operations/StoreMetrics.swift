import VinculaEngine
import VinculaObservation

/// The metrics of a store's health and of its connections.
enum StoreMetrics {
    static func add(_ health: StoreHealth, _ replica: ReplicaHealth?, to registry: MetricsRegistry) {
        registry.add("vincula_store_failures_total", help: "Reads and writes that failed because the store was unavailable.") {
            .counter(Int64(health.failures))
        }
        registry.add("vincula_store_fit", help: "1 if the store is usable, 0 while it is damaged or cannot be written.") {
            .gauge(health.fault == nil ? 1 : 0)
        }
        let activity = health.activity
        registry.add("vincula_store_repeats_total", help: "Writes that ran again, because they met another one.") {
            .counter(Int64(activity.numbers.repeats))
        }
        registry.add(
            "vincula_store_reads_together_total", help: "Reads that were answered together with others, by one message."
        ) {
            .counter(Int64(activity.numbers.askedTogether))
        }
        registry.add("vincula_store_wait_seconds", help: "Time that reads and writes waited for a connection.") {
            .histogram(activity.numbers.waits)
        }
        registry.add("vincula_store_connections", help: "Open connections to the database.") {
            .gauge(Double(activity.numbers.connections))
        }
        registry.add("vincula_store_connections_in_use", help: "Connections that are reading or writing.") {
            .gauge(Double(activity.numbers.inUse))
        }
        registry.add("vincula_store_connections_lost_total", help: "Connections to the database that broke.") {
            .counter(Int64(activity.numbers.lost))
        }
        registry.add("vincula_replica_unused", help: "1 while there is a read replica that is not used, otherwise 0.") {
            .gauge(replica?.fault == nil ? 0 : 1)
        }
        registry.add("vincula_replica_lag_seconds", help: "The most by which answers of the read replica are out of date.") {
            .gauge(replica.map { $0.lag / .seconds(1) } ?? 0)
        }
        registry.add("vincula_replica_reads_total", help: "Lists and counts that the read replica answered.") {
            .counter(Int64(replica?.reads.answered ?? 0))
        }
        registry.add(
            "vincula_replica_fallbacks_total", help: "Lists and counts that the primary answered, as the read replica could not."
        ) {
            .counter(Int64(replica?.reads.leftToPrimary ?? 0))
        }
    }
}
