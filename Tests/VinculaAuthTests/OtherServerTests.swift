import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Checks that one server's tokens and credentials are not sent to another.
@Suite("Secrets of one server at another") struct OtherServerTests {
    private let here = Device()
    private let there = Device()

    private func pair() async throws -> (here: Auth, there: Auth) {
        (try await here.start(at: "https://here.example"), try await there.start(at: "https://there.example"))
    }

    @Test("A user of an app at another server does not become this app's")
    func user() async throws {
        let pair = try await pair()
        let user = try await here.signIn(pair.here)
        let error = await #expect(throws: NSError.self) { try await pair.there.updateCurrentUser(user) }
        #expect(error?.localizedDescription.contains("here.example") == true, "\(String(describing: error))")
        #expect(there.server.requests.isEmpty && pair.there.currentUser == nil && pair.here.currentUser === user)
        // Nor once the app is deleted.
        await pair.here.app?.delete()
        await #expect(throws: NSError.self) { try await pair.there.updateCurrentUser(user) }
        #expect(there.server.requests.isEmpty)
    }

    @Test("A user of another app at the same server does")
    func sameServer() async throws {
        let first = try await here.start(at: "https://here.example")
        let user = try await here.signIn(first)
        let second = try await there.start(at: "https://HERE.example/")
        try await second.updateCurrentUser(user)
        #expect(second.currentUser?.uid == "u" && second.currentUser !== user)
        try second.expectAgreement()
    }

    @Test("A session for a second factor is of no use at another server")
    func phone() async throws {
        let pair = try await pair()
        let user = try await here.signIn(pair.here)
        let session = try await user.multiFactor.session()
        let before = here.server.requests.count
        await #expect(throws: NSError.self) {
            try await PhoneAuthProvider.provider(auth: pair.there).verifyPhoneNumber(
                "+34600000000", multiFactorSession: session)
        }
        #expect(there.server.requests.isEmpty && here.server.requests.count == before)
    }

    @Test("A sign-in that waits for a second factor is sent to its own server only")
    func waitingSignIn() async throws {
        let pair = try await pair()
        let resolver = MultiFactorResolver(pendingCredential: "waiting", hints: [], auth: pair.here)
        let phone = PhoneMultiFactorInfo(EnrolledFactor(uid: "f", displayName: nil, enrolledAt: nil, kind: .phone(number: "+34")))
        let error = await #expect(throws: NSError.self) {
            try await PhoneAuthProvider.provider(auth: pair.there).verifyPhoneNumber(
                with: phone, multiFactorSession: resolver.session)
        }
        #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .invalidMultiFactorSession)
        #expect(there.server.requests.isEmpty && here.server.requests.isEmpty)
    }

    @Test("A credential that the server keeps is of no use at another server, to sign in or to link")
    func pending() async throws {
        let pair = try await pair()
        try await there.signIn(pair.there)
        here.server.script { request in
            guard request.method == "accounts:signInWithIdp" else { return nil }
            return .init(body: #"{"needConfirmation":true,"email":"a@b.c","providerId":"google.com","pendingToken":"pending"}"#)
        }
        let error = await #expect(throws: NSError.self) { try await pair.here.signIn(with: Ways.google()) }
        let credential = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
        await #expect(throws: NSError.self) { try await pair.there.signIn(with: credential) }
        await #expect(throws: NSError.self) { try await pair.there.currentUser?.link(with: credential) }
        await #expect(throws: NSError.self) { try await pair.there.currentUser?.reauthenticate(with: credential) }
        #expect(there.server.requests.allSatisfy { !$0.body.contains("pending") })
    }
}
