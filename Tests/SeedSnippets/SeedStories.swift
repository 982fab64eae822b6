import ChildProcesses
import FirebaseAuth
import FirebaseCore
import Foundation
import SDKSupport
import Testing

/// The seeds' snippets, run to their end against a real server.
///
/// They speak of `Auth.auth()`, so each test makes the default app anew. Handlers are called on the main queue, and the snippets'
/// own objects are used there only.
@MainActor @Suite(.serialized, .alone, .timeLimit(.minutes(20))) struct SeedStories {
    static let password = "correct horse"

    /// Runs a server and makes it the default app's.
    static func run(storage: any AuthStorage = MemoryStorage(), _ body: (ServerProcess) async throws -> Void) async throws {
        try await ServerProcess.with { server in try await use(server, storage) { try await body(server) } }
    }

    /// The same with a server that mails for real.
    static func runMailing(_ body: (ServerProcess, Mailbox) async throws -> Void) async throws {
        try await ServerProcess.mailing { server, mailbox in
            try await use(server, MemoryStorage()) { try await body(server, mailbox) }
        }
    }

    static func use(
        _ server: ServerProcess, _ storage: any AuthStorage, _ body: () async throws -> Void
    ) async throws {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "test-key"
        options.serverURL = server.url
        options.storage = storage
        let app = try FirebaseApp.configureOrThrow(options: options)
        AccessToken.current = nil
        do {
            try await body()
        } catch {
            await app.delete()
            throw error
        }
        await app.delete()
    }

    /// The first call of a completion handler.
    static func told<Value: Sendable>(_ start: (@escaping (Value?, (any Error)?) -> Void) -> Void) async -> (Value?, NSError?) {
        let (calls, continuation) = AsyncStream.makeStream(of: (Value?, NSError?).self)
        start { continuation.yield(($0, $1.map { $0 as NSError })) }
        for await call in calls { return call }
        return (nil, nil)
    }

    /// Waits for what a snippet does without telling anybody.
    static func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    static func facebook(_ subject: String, _ email: String) -> String {
        MadeUp.idToken(subject, email: email, isVerified: false)
    }

    static func keepAddressesPrivate(_ isPrivate: Bool, _ server: ServerProcess) async throws {
        try await server.configure(
            "v2/projects/demo-project/config", #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":\#(isPrivate)}}"#,
            mask: "emailPrivacyConfig.enableImprovedEmailPrivacy")
    }

    static var providers: [String] { Auth.auth().currentUser?.providerData.map(\.providerID).sorted() ?? [] }

    static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0) } }

    /// Expects a clear refusal of a feature that the server does not support yet.
    static func expectUseful(_ error: NSError?) {
        #expect(error?.domain == AuthErrorDomain)
        #expect(error?.localizedDescription.contains("Check the server's version") == true, "\(String(describing: error))")
    }
}
