import VinculaEngine

/// The store's health, in Prometheus' text format.
enum StoreMetrics {
    static func exposition(_ health: StoreHealth) -> String {
        """
        # HELP vincula_store_failures_total Reads and writes that failed because the store was unavailable.
        # TYPE vincula_store_failures_total counter
        vincula_store_failures_total \(health.failures)
        # HELP vincula_store_fit 1 if the store is usable, 0 while it is damaged or cannot be written.
        # TYPE vincula_store_fit gauge
        vincula_store_fit \(health.fault == nil ? 1 : 0)

        """
    }
}
