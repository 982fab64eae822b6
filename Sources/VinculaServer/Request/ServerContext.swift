public import Hummingbird
import NIOCore
import VinculaCore

/// What travels with a request through middleware and endpoint.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Who opened the connection: the client, or a proxy before it.
    let peer: ClientAddress

    public init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress.flatMap(ClientAddress.init) ?? .unknown
    }
}
