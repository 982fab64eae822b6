import VinculaEngine

/// What the store's health says, in Prometheus' text format.
enum StoreMetrics {
    static func exposition(_ health: StoreHealth) -> String {
        """
        # HELP vincula_store_failures_total Reads and writes that failed because the store could not be used.
        # TYPE vincula_store_failures_total counter
        vincula_store_failures_total \(health.failures)
        # HELP vincula_store_fit Whether the store is fit for work: 0 while it is damaged or cannot be written.
        # TYPE vincula_store_fit gauge
        vincula_store_fit \(health.fault == nil ? 1 : 0)

        """
    }
}
