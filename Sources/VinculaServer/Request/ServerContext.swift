public import Hummingbird

/// What travels with a request through middleware and endpoint.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage

    public init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}
