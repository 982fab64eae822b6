import HTTPTypes
package import Hummingbird
import NIOCore
import VinculaCore

/// The context of a request in middleware and endpoints.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address that opened the connection: the client's, or that of a proxy in front of it.
    let peer: ClientAddress
    /// The id of the request.
    var requestID = ""
    /// The method of a request that goes through the router; see ``RouteTable``.
    var method: HTTPRequest.Method?
    /// The route of the request, once it has been found.
    let route = ObservedRoute()

    package init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress.flatMap(ClientAddress.init) ?? .unknown
    }
}
