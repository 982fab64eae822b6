import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if os(Linux) || os(macOS)
    /// Browser sign-ins end for an app that calls the public API with the right error, as soon as it is known.
    @Suite(.serialized, .alone, .timeLimit(.minutes(5)))
    struct WebFlowErrorTests {
        /// A server that says this of its project, and nothing else.
        static func server(
            _ body: String = #"{"projectId":"1","authorizedDomains":[]}"#, status: Int = 200
        ) -> AnsweringTransport {
            AnsweringTransport { method, _ in method == "projects" ? (status, body) : (404, "{}") }
        }

        /// The error of a sign-in, a link or a reauthentication.
        ///
        /// - Parameter server: Answers the SDK.
        static func failure(
            at server: any AuthTransport = server(), patience: Duration = .seconds(300), _ browser: any AuthUIDelegate
        ) async throws -> NSError? {
            let app = try TestApp.configure(at: try #require(URL(string: "https://auth.example")), transport: server)
            let auth = Auth.auth(app: app)
            let provider = OAuthProvider(providerID: "github.com", auth: auth)
            provider.patience = patience
            do {
                try await auth.signIn(with: provider, uiDelegate: browser)
                await app.delete()
                return nil
            } catch {
                await app.delete()
                return error as NSError
            }
        }

        static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0) } }

        struct Refusal: Sendable {
            var server: @Sendable () -> any AuthTransport
            var code: AuthErrorCode
            var words: String
        }

        private static let refusals = [
            Refusal(
                server: { server(#"{"vincula":{"signIn":{"loopbackRedirects":false}}}"#) }, code: .operationNotAllowed,
                words: "vincula.signIn.loopbackRedirects"),
            Refusal(
                server: { AnsweringTransport { _, _ in throw URLError(.cannotConnectToHost) } }, code: .networkError, words: ""),
            Refusal(
                server: {
                    server(
                        """
                        {"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT",
                        "details":[{"reason":"API_KEY_INVALID"}]}}
                        """, status: 400)
                },
                code: .invalidAPIKey, words: "API key"),
        ]

        @Test("What the server can say beforehand, it says before a browser opens", arguments: 0..<refusals.count)
        func before(_ index: Int) async throws {
            let refusal = Self.refusals[index]
            let opened = Locked(false)
            let error = try await Self.failure(
                at: refusal.server(), FakeBrowser { _ in opened.withLock { $0 = true } })
            #expect(Self.code(error) == refusal.code, "\(String(describing: error))")
            #expect(
                error?.localizedDescription.contains(refusal.words) == true || refusal.words.isEmpty,
                "\(String(describing: error))")
            #expect(!opened.withLock { $0 })
        }

        @Test("Another server's answer, which says nothing of loopback, is no obstacle", arguments: ["{}", #"{"vincula":{}}"#])
        func otherServers(_ answer: String) async throws {
            let error = try await Self.failure(
                at: Self.server(answer),
                FakeBrowser { page in _ = try await get(page.redirect(["firebaseError": #"{"code":"auth/internal-error"}"#])) })
            #expect(Self.code(error) == .webInternalError, "\(String(describing: error))")
        }

        @Test("Declined at the provider: the page says so when the person goes back")
        func declined() async throws {
            let error = try await Self.failure(
                FakeBrowser { page in
                    _ = try await get(page.redirect(["firebaseError": #"{"code":"auth/user-cancelled","message":""}"#]))
                })
            #expect(Self.code(error) == .webSignInUserInteractionFailure, "\(String(describing: error))")
            #expect(error?.localizedFailureReason?.contains("auth/user-cancelled") == true)
        }

        @Test("Nobody signs in: the time is over, whether the window was closed or not")
        func timedOut() async throws {
            // A browser does not report that its window was closed; the delegate has returned.
            let error = try await Self.failure(patience: .milliseconds(200), FakeBrowser { _ in })
            #expect(Self.code(error) == .webContextCancelled)
            #expect(error?.localizedDescription == "The browser sign-in was not completed in time.")
        }

        @Test("A second sign-in takes the first one's place at once; cancelling its task ends it")
        func second() async throws {
            let opened = Locked(0)
            let first = Task { try await Self.failure(FakeBrowser { _ in opened.withLock { $0 += 1 } }) }
            while opened.withLock({ $0 }) < 1 { try await Task.sleep(for: .milliseconds(5)) }
            let second = Task { try await Self.failure(FakeBrowser { _ in opened.withLock { $0 += 1 } }) }
            let replaced = try await first.value
            #expect(Self.code(replaced) == .webContextCancelled)
            #expect(replaced?.localizedDescription == "Another browser sign-in was started.")
            while opened.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
            second.cancel()
            #expect(Self.code(try await second.value) == .webContextCancelled)
        }

        /// Answers when its task is cancelled.
        private struct Waiting: AuthTransport {
            let asked = Locked(false)

            func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
                asked.withLock { $0 = true }
                try await Task.sleep(for: .seconds(240))
                throw URLError(.timedOut)
            }
        }

        @Test("Cancelled while the server is asked, which is no failure of the network")
        func cancelledBefore() async throws {
            let server = Waiting()
            let signIn = Task { try await Self.failure(at: server, FakeBrowser { _ in }) }
            while !server.asked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            signIn.cancel()
            #expect(Self.code(try await signIn.value) == .webContextCancelled)
        }
    }
#endif
