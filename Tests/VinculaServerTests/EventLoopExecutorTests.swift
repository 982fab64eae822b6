import HTTPTypes
import NIOCore
import NIOPosix
import Testing

@testable import VinculaServer

@Suite struct EventLoopExecutorTests {
    @Test func aTaskStaysOnItsEventLoop() async {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        await withTaskExecutorPreference(EventLoopExecutor(loop)) {
            #expect(loop.inEventLoop)
            try? await Task.sleep(for: .milliseconds(1))
            #expect(loop.inEventLoop)
            async let isInside = loop.inEventLoop
            #expect(await isInside)
            await withTaskExecutorPreference(globalConcurrentExecutor) { #expect(!loop.inEventLoop) }
            #expect(loop.inEventLoop)
        }
        #expect(!loop.inEventLoop)
    }

    /// What takes long would make the loop's other connections wait: each new route on this list needs a reason.
    @Test func onlyFourRoutesAreShort() {
        let short = Set(Routes.all.filter(\.isShort).map(\.operation.name))
        #expect(short == ["accounts.signUp", "accounts.signInWithPassword", "accounts.lookup", "token"])
    }

    @Test(
        arguments: [
            (["Content-Length": "4096"], true), (["Content-Length": "4097"], false), ([:], false),
            (["Content-Length": "9", "Authorization": "Bearer owner"], false), (["Content-Length": "x"], false),
        ] as [([String: String], Bool)])
    func administratorsAndLongBodiesGoToAThread(headers: [String: String], isShort: Bool) throws {
        let route = try #require(Routes.all.first { $0.operation.name == "accounts.lookup" })
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        #expect(route.isShort(fields) == isShort)
    }
}
