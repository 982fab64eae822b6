import Foundation
import Hummingbird
import Logging
import VinculaVerifier
import VinculaVerifierHummingbird

/// A backend whose users sign in with Vincula: it verifies their tokens itself, and notices within two seconds when a session ends.
@main
struct Backend {
    static func main() async throws {
        let settings = try BackendSettings(ProcessInfo.processInfo.environment)
        let feed = try RevocationFeed(
            server: settings.server, project: settings.project, credentials: settings.credentials(), whenStale: .accept)
        var issuer = TokenIssuer.vincula(at: settings.server, project: settings.project)
        issuer.tenant = settings.tenant
        let verifier = try TokenVerifier(issuer, revocations: feed)

        let router = Router(context: BackendContext.self)
        router.get("/") { _, _ in "Everybody may read this.\n" }
        router.group("me")
            .add(middleware: TokenMiddleware(verifier, from: [.bearer, .cookie("session")]))
            .get { _, context in Profile(of: try context.requireUser()) }

        var logger = Logger(label: "backend")
        logger.logLevel = .error
        var app = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: settings.port)),
            onServerRunning: { channel in
                print("Listening http://127.0.0.1:\(channel.localAddress?.port ?? settings.port)")
                // A pipe is not a terminal: the line must not wait for more.
                fflush(nil)
            },
            logger: logger)
        app.addServices(RevocationFeedService(feed))
        try await app.runService()
    }
}

/// The context of a request, with the signed-in user.
struct BackendContext: UserRequestContext {
    var coreContext: CoreRequestContextStorage
    var user: VerifiedUser?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}

/// What `/me` answers.
struct Profile: ResponseEncodable {
    let uid: String
    let email: String?
    /// The user's tenant, if any: the same uid in another tenant is somebody else.
    let tenant: String?
    let signedInWith: String

    init(of user: VerifiedUser) {
        uid = user.uid
        email = user.email
        tenant = user.tenant
        signedInWith = user.signInProvider
    }
}
