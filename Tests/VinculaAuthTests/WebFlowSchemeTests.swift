import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if os(Linux) || os(macOS)
    import ChildProcesses

    /// Sign-ins on iOS, as far as they are not Apple's: the page's URL without a listener, and what its sheet brings.
    @Suite(.serialized, .alone, .timeLimit(.minutes(10)))
    struct WebFlowSchemeTests {
        /// A flow for an app's scheme, as on iOS.
        private static func begin(_ request: WebFlow.Request) throws -> (PendingFlow, URL) {
            let flow = try PendingFlow.begin(FlowBinding(), scheme: request.callbackScheme)
            return (flow, try request.url(flow.binding, redirect: nil))
        }

        @Test(
            "A page in a browser leads to the app's scheme, and the URL that the sheet gets signs in once",
            arguments: [(nil, "app-1-1-ios-1"), ("12-x.apps.googleusercontent.com", "com.googleusercontent.apps.12-x")]
                as [(String?, String)])
        func scheme(_ clientID: String?, _ scheme: String) async throws {
            try await ServerProcess.with { server in
                let auth = try server.auth()
                var request = try await auth.webFlowRequest(providerID: "github.com", scopes: [], customParameters: [:])
                (request.bundleID, request.clientID) = ("com.example.App", clientID)
                let (flow, page) = try Self.begin(request)
                defer { flow.leave() }
                let email = MadeUp.email()
                let person = ChromiumPerson(.allow, ["email": email, "name": "Ana"])
                await person.open(page)
                let sight = try await person.sight()
                let address = try #require(sight.left.first, "\(sight)")
                #expect(address.hasPrefix("\(scheme)://firebaseauth/link?deep_link_id="))

                flow.sheetClosed(URL(string: address), error: nil, isCancelled: false)
                let response = try await flow.response(within: .seconds(30))
                func credential(_ session: String) -> OAuthCredential {
                    OAuthCredential(
                        provider: "github.com", webResult: .init(requestURI: response, sessionID: session), server: auth.address)
                }
                let stolen = await #expect(throws: NSError.self) { try await auth.signIn(with: credential("ABCDEFGHIJ")) }
                #expect(stolen.flatMap { AuthErrorCode($0) } == .invalidCredential, "\(String(describing: stolen))")
                let result = try await auth.signIn(with: credential(flow.binding.sessionID))
                #expect(result.user.email == email && result.user.displayName == "Ana")
                let replayed = await #expect(throws: NSError.self) {
                    try await auth.signIn(with: credential(flow.binding.sessionID))
                }
                #expect(replayed.flatMap { AuthErrorCode($0) } == .invalidCredential, "\(String(describing: replayed))")
            }
        }

        private struct SheetFailure: Error {}

        @Test("A sheet that brings no result: closed by the person, failed, or opened by another flow's URL")
        func noResult() async throws {
            let strange = try #require(URL(string: "app-1-123-ios-abc://firebaseauth/link?deep_link_id=x"))
            let ends: [(URL?, (any Error)?, Bool, AuthErrorCode)] = [
                (nil, SheetFailure(), true, .webContextCancelled), (nil, SheetFailure(), false, .webInternalError),
                (nil, nil, false, .webInternalError), (strange, nil, false, .webInternalError),
            ]
            for (url, error, isCancelled, code) in ends {
                let (flow, _) = try Self.begin(.sample)
                flow.sheetClosed(url, error: error, isCancelled: isCancelled)
                let found = await #expect(throws: NSError.self) { try await flow.response(within: .seconds(30)) }
                #expect(found.flatMap { AuthErrorCode($0) } == code)
                #expect((found?.userInfo[NSUnderlyingErrorKey] != nil) == (error != nil))
                flow.leave()
            }
        }
    }
#endif
