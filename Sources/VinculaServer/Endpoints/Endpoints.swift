import VinculaEngine

/// The endpoints: each an extension in a file of its own, named after its RPC.
struct Endpoints: Sendable {
    let engine: AuthEngine
    let options: ServerOptions
    let metrics: ServerMetrics
    let readiness: Readiness
}
