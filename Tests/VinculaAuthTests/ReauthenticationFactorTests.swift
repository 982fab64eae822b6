import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Reauthentications that a second factor finishes.
@Suite struct ReauthenticationFactorTests {
    /// Somebody signed in as `ana` proves who they are by a password and, as the server demands, a code.
    ///
    /// - Parameter resolved: Whose session the server opens in the end.
    private func reauthenticate(
        resolved: String, _ check: (Auth, User, () async throws -> AuthDataResult) async throws -> Void
    ) async throws {
        let tokens = [
            (uid: "ana", idToken: AnsweringTransport.idToken(of: "ana")),
            (uid: "bob", idToken: AnsweringTransport.idToken(of: "bob")),
        ]
        let transport = AnsweringTransport { method, body in
            func session(_ uid: String, _ refreshToken: String) -> String {
                let idToken = tokens.first { $0.uid == uid }?.idToken ?? ""
                return #"{"localId":"\#(uid)","idToken":"\#(idToken)","refreshToken":"\#(refreshToken)","expiresIn":"3600"}"#
            }
            switch method {
            case "accounts:signUp": return (200, session("ana", "first"))
            case "accounts:lookup":
                let uid = tokens.first { body.contains($0.idToken) }?.uid ?? "nobody"
                return (200, #"{"users":[{"localId":"\#(uid)"}]}"#)
            case "accounts:signInWithPassword":
                return (200, #"{"mfaPendingCredential":"pending","mfaInfo":[{"mfaEnrollmentId":"f","totpInfo":{}}]}"#)
            case "mfaSignIn:finalize": return (200, session(resolved, "second"))
            default: return (404, "")
            }
        }
        let server = try #require(URL(string: "https://auth.example"))
        let app = try TestApp.configure(at: server, transport: transport)
        let auth = Auth.auth(app: app)
        let user = try await auth.createUser(withEmail: "ana@example.com", password: "correct horse").user
        let error = await #expect(throws: NSError.self) {
            try await user.reauthenticate(
                with: EmailAuthProvider.credential(withEmail: "bob@example.com", password: "battery staple"))
        }
        #expect(error.flatMap { AuthErrorCode($0) } == .secondFactorRequired)
        let resolver = try #require(error?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
        #expect(resolver.hints.map(\.uid) == ["f"] && resolver.auth === auth)
        try await check(auth, user) {
            try await resolver.resolveSignIn(
                with: TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: "123456"))
        }
        await app.delete()
    }

    @Test func `Another user's factor signs nobody in`() async throws {
        try await reauthenticate(resolved: "bob") { auth, user, resolve in
            let error = await #expect(throws: NSError.self) { try await resolve() }
            #expect(error.flatMap { AuthErrorCode($0) } == .userMismatch)
            #expect(auth.currentUser === user && user.uid == "ana" && user.refreshToken == "first")
            try auth.expectAgreement()
        }
    }

    @Test func `The same person's factor renews the session of the same object`() async throws {
        try await reauthenticate(resolved: "ana") { auth, user, resolve in
            let result = try await resolve()
            #expect(result.user === user && auth.currentUser === user && user.refreshToken == "second")
            try auth.expectAgreement()
        }
    }
}
