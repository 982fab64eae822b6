import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// A project that requires second factors, against a real server.
@Suite("Mandatory second factors") struct MandatoryFactorTests {
    private static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0 as any Error) } }

    private static func isRequired(_ user: User, refreshed: Bool = false) async throws -> Bool {
        let claims = try await user.getIDTokenResult(forcingRefresh: refreshed).claims
        return (claims["firebase"] as? [String: Any])?["second_factor_required"] as? Bool == true
    }

    @Test("A user signs up, is told by a claim, enrols and goes on as the same user; until then nothing else works")
    func story() async throws {
        try await ServerProcess.with { server in
            try await server.configure("v2/projects/demo-project/config", #"{"mfa":{"state":"MANDATORY"}}"#, mask: "mfa.state")
            let auth = try server.auth()
            let email = MadeUp.email()
            let user = try await auth.createUser(withEmail: email, password: "correct horse").user
            #expect(auth.currentUser === user)
            #expect(try await Self.isRequired(user))
            let refused = await #expect(throws: NSError.self) { try await user.delete() }
            #expect(Self.code(refused) == .operationNotAllowed && auth.currentUser === user)
            let guest = await #expect(throws: NSError.self) { try await auth.signInAnonymously() }
            #expect(Self.code(guest) == .unsupportedFirstFactor && auth.currentUser === user)

            try await server.administer("accounts:update", user.uid, "\"emailVerified\":true")
            try await user.reload()
            #expect(user.isEmailVerified)
            #expect(try await Self.isRequired(user, refreshed: true))
            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
            try await user.multiFactor.enroll(
                with: TOTPMultiFactorGenerator.assertionForEnrollment(
                    with: secret, oneTimePassword: OneTimePassword.code(secret.sharedSecretKey(), ahead: 0)), displayName: nil)
            #expect(auth.currentUser === user && user.multiFactor.enrolledFactors.count == 1)
            #expect(try await !Self.isRequired(user))
            #expect(try await !Self.isRequired(user, refreshed: true))
            let request = user.createProfileChangeRequest()
            request.displayName = "Ana"
            try await request.commitChanges()
            #expect(auth.currentUser?.displayName == "Ana")
            try auth.expectAgreement()
        }
    }
}
