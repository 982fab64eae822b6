import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes that monitoring asks.
extension Routes {
    static let health = [
        open(
            "", "/healthz",
            OpenAPIOperation("healthz", "Reports that the process is running.", gives: .object(["status": "string"]))
        ) { $0.health },
        open(
            "", "/readyz",
            OpenAPIOperation(
                "readyz", "Reports whether the server is ready.", gives: .object(["status": "string"]), alsoAnswers: [503])
        ) { $0.ready },
        open("", "/metrics", served: .toOwners, OpenAPIOperation("metrics", "Metrics for Prometheus.", gives: .plainText)) {
            $0.metricsText
        },
    ]
}
