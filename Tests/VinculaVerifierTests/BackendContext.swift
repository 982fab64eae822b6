import Hummingbird
import HummingbirdCore
import VinculaServer
import VinculaVerifier
import VinculaVerifierHummingbird

/// The context of a made-up backend.
struct BackendContext: UserRequestContext {
    var coreContext: CoreRequestContextStorage
    var user: VerifiedUser?

    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

/// Runs a backend on a free port while a body talks to it.
func serving(_ router: Router<BackendContext>, _ body: (String) async throws -> Void) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let app = Application(
        router: router, server: HTTPServerBuilder { HeldHTTPChannel(HTTP1Channel(responder: $0)) },
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await app.run() }
        var iterator = ports.makeAsyncIterator()
        try await body("http://127.0.0.1:\(await iterator.next() ?? 0)")
        group.cancelAll()
    }
}
