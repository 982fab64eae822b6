import ChildProcesses
import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    @Test("002: somebody who declines at X: the page's error, and the next try works")
    func declined() async throws {
        try await Self.runWithX { _, x in
            let person = ChromiumPerson(.deny)
            let (none, error) = await Self.sign(person)
            let sight = try await person.sight()
            #expect(none == nil && Self.code(error) == .webSignInUserInteractionFailure, "\(String(describing: error))")
            #expect(error?.localizedFailureReason?.contains("auth/user-cancelled") == true, "\(String(describing: error))")
            #expect(sight.text.contains("You did not allow X (Twitter)"), "\(sight.text)")
            #expect(try await x.counts().counts["access_token"] == nil, "what was declined is not redeemed")
            let (credential, again) = await Self.sign(ChromiumPerson(.allow))
            #expect(credential != nil && again == nil, "\(String(describing: again))")
        }
    }

    @Test("002: a window that is closed: cancelling the task ends the sign-in, and so does a second one")
    func closedAndReplaced() async throws {
        try await Self.runWithX { _, _ in
            let gone = ChromiumPerson(.leave)
            let waiting = Task { try await OAuthProvider(providerID: "twitter.com").credential(with: gone) }
            #expect(try await gone.sight().page == "x")
            waiting.cancel()
            let cancelled = await #expect(throws: NSError.self) { try await waiting.value }
            #expect(Self.code(cancelled) == .webContextCancelled)

            let first = ChromiumPerson(.wait)
            let old = Task { try await OAuthProvider(providerID: "twitter.com").credential(with: first) }
            #expect(try await first.sight().page == "x")
            let (credential, error) = await Self.sign(ChromiumPerson(.allow))
            #expect(credential != nil && error == nil, "\(String(describing: error))")
            let replaced = await #expect(throws: NSError.self) { try await old.value }
            #expect(Self.code(replaced) == .webContextCancelled)
            _ = try await Auth.auth().signIn(with: #require(credential))
            #expect(Self.providers == ["twitter.com"])
        }
    }

    @Test(
        "002: X in error: the right error, and the next try works",
        arguments: [
            ("access_token", "capacity"), ("access_token", "garbage"), ("verify_credentials", "internal"),
            ("verify_credentials", "suspended"),
        ])
    func inError(_ endpoint: String, _ fault: String) async throws {
        try await Self.runWithX { _, x in
            try await x.fail(endpoint, fault)
            let (none, error) = await Self.sign(ChromiumPerson(.allow))
            #expect(none == nil && error?.domain == AuthErrorDomain, "\(String(describing: error))")
            #expect(Self.code(error) != .webContextCancelled && error?.localizedDescription.isEmpty == false)
            #expect(Auth.auth().currentUser == nil)
            try await x.heal()
            let (found, _) = await Self.sign(ChromiumPerson(.allow))
            let credential = try #require(found)
            let result = try await Auth.auth().signIn(with: credential)
            #expect(result.additionalUserInfo?.isNewUser == true, "nothing is left of the first try")
        }
    }
}
