import VinculaEngine

/// The endpoints, each in an extension in its own file, named after its RPC.
struct Endpoints: Sendable {
    let engine: AuthEngine
    let options: ServerOptions
    let metrics: ServerMetrics
    let readiness: Readiness
}
