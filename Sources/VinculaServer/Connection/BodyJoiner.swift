package import NIOCore
package import NIOHTTP1

/// Joins the parts of a body that arrive in one read.
///
/// The parser makes one part of each chunk, and a chunk may have a single byte; a part costs the application far more than its
/// bytes.
package final class BodyJoiner: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    private var joined: ByteBuffer?

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .body(let bytes) = unwrapInboundIn(data) else {
            pass(context)
            return context.fireChannelRead(data)
        }
        guard var all = joined else { return joined = bytes }
        joined = nil  // Otherwise the bytes would be copied again for each part.
        all.writeImmutableBuffer(bytes)
        joined = all
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        pass(context)
        context.fireChannelReadComplete()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        pass(context)
        context.fireUserInboundEventTriggered(event)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        pass(context)
        context.fireErrorCaught(error)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        pass(context)
        context.fireChannelInactive()
    }

    private func pass(_ context: ChannelHandlerContext) {
        guard let all = joined else { return }
        joined = nil
        context.fireChannelRead(wrapInboundOut(.body(all)))
    }
}
