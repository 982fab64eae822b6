import NIOCore
import NIOHTTP1

/// Joins the parts of a body that arrive in one read.
///
/// The parser makes one part of each chunk, and a chunk may have a single byte; a part costs the application far more than its
/// bytes.
final class BodyJoiner: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var joined: ByteBuffer?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .body(let bytes) = unwrapInboundIn(data) else {
            pass(context)
            return context.fireChannelRead(data)
        }
        guard var all = joined else { return joined = bytes }
        joined = nil  // Otherwise the bytes would be copied again for each part.
        all.writeImmutableBuffer(bytes)
        joined = all
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        pass(context)
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        pass(context)
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        pass(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        pass(context)
        context.fireChannelInactive()
    }

    private func pass(_ context: ChannelHandlerContext) {
        guard let all = joined else { return }
        joined = nil
        context.fireChannelRead(wrapInboundOut(.body(all)))
    }
}
