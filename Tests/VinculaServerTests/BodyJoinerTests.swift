import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing
import VinculaServer

@Suite("Bodies in tiny chunks") struct BodyJoinerTests {
    private let channel = EmbeddedChannel()
    private let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/v1/token")

    init() throws { try channel.pipeline.syncOperations.addHandler(BodyJoiner()) }

    /// Parts as the parser makes them of one read.
    private func read(_ parts: [HTTPServerRequestPart]) throws -> [String] {
        for part in parts { channel.pipeline.fireChannelRead(part) }
        channel.pipeline.fireChannelReadComplete()
        return try arrived()
    }

    private func arrived() throws -> [String] {
        var found: [String] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head: found.append("head")
            case .body(let bytes): found.append(String(buffer: bytes))
            case .end: found.append("end")
            }
        }
        return found
    }

    private func bodies(_ text: String) -> [HTTPServerRequestPart] { text.map { .body(ByteBuffer(string: String($0))) } }

    @Test("T175 the chunks of one read are one part, and requests keep their order")
    func joins() throws {
        let whole = String(repeating: "abc", count: 2000)
        #expect(try read([.head(head)] + bodies(whole)) == ["head", whole])
        #expect(try read(bodies("def") + [.end(nil), .head(head)] + bodies("gh")) == ["def", "end", "head", "gh"])
        #expect(try read([.end(nil), .head(head), .end(nil)]) == ["end", "head", "end"])
        #expect(try channel.finish().isClean)
    }

    @Test("A client that disconnects in the middle of a body leaves nothing behind")
    func passesTheRest() throws {
        channel.pipeline.fireChannelRead(HTTPServerRequestPart.head(head))
        for part in bodies("abc") { channel.pipeline.fireChannelRead(part) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try arrived() == ["head", "abc"])
        for part in bodies("de") { channel.pipeline.fireChannelRead(part) }
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidChunkSize)
        #expect(try arrived() == ["de"])
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
        for part in bodies("f") { channel.pipeline.fireChannelRead(part) }
        channel.pipeline.fireChannelInactive()
        #expect(try arrived() == ["f"])
    }
}
