import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing
import VinculaCore

/// Answers that a connection's next reader could take for something else (Documentation/Threats.md §13).
@Suite("Answers to HEAD", .tags(.attack))
struct HeadTests {
    @Test(
        "T143 an answer to HEAD has no body, wherever it is asked: it would begin the connection's next answer",
        arguments: ["/v1/token", "/v1/accounts:signUp", "/nothing", "/healthz", "/v2/projects/example/config", "/v1/projects"])
    func head(path: String) async throws {
        try await TestServer.with { server in
            let port = try #require(URL(string: server.url)?.port)
            let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let answer = try await client.executeThenClose { inbound, outbound in
                let request = "HEAD \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"
                try await outbound.write(ByteBuffer(string: request))
                var all = ByteBuffer()
                for try await part in inbound { all.writeImmutableBuffer(part) }
                return String(buffer: all)
            }
            #expect(answer.hasPrefix("HTTP/1.1 ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
            #expect(answer.components(separatedBy: "\r\n\r\n").count == 2, "\(answer)")
        }
    }
}
