import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Authenticator apps against a real server: enrolled, asked for, given, withdrawn.
@Suite("Authenticator apps") struct AuthenticatorTests {
    private static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0 as any Error) } }

    private static func oneTimePassword(_ secret: TOTPSecret, ahead periods: Int = 0) -> String {
        OneTimePassword.code(secret.sharedSecretKey(), ahead: periods)
    }

    /// Somebody with a proven address.
    private static func person(_ email: String, _ server: ServerProcess, _ auth: Auth) async throws -> User {
        let user = try await auth.createUser(withEmail: email, password: "correct horse").user
        try await server.administer("accounts:update", user.uid, "\"emailVerified\":true")
        return user
    }

    private static func resolver(_ error: NSError?) throws -> MultiFactorResolver {
        #expect(code(error) == .secondFactorRequired)
        return try #require(error?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    }

    @Test("Enrol, sign in by either way, reauthenticate, link, withdraw: the same user all along")
    func story() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let email = MadeUp.email()
            let user = try await Self.person(email, server, auth)
            // The server lets clocks be one period off: with ten either way a test need not wait for the next code.
            try await server.configure(
                "v2/projects/demo-project/config",
                #"{"mfa":{"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":10}}]}}"#, mask: "mfa")

            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
            let address = secret.generateQRCodeURL(withAccountName: "", issuer: "Demo")
            #expect(address.hasPrefix("otpauth://totp/") && address.contains("secret=\(secret.sharedSecretKey())"), "\(address)")
            let wrong = await #expect(throws: NSError.self) {
                try await user.multiFactor.enroll(
                    with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "00000"),
                    displayName: nil)
            }
            #expect(Self.code(wrong) == .invalidVerificationCode)
            try await user.multiFactor.enroll(
                with: TOTPMultiFactorGenerator.assertionForEnrollment(
                    with: secret, oneTimePassword: Self.oneTimePassword(secret)), displayName: "Phone")
            #expect(auth.currentUser === user)
            let factor = try #require(user.multiFactor.enrolledFactors.first as? TOTPMultiFactorInfo)
            #expect(factor.displayName == "Phone" && factor.factorID == "totp")
            #expect(abs(factor.enrollmentDate.timeIntervalSinceNow) < 60)
            #expect(try await user.getIDTokenResult().signInSecondFactor == "totp")

            func give(_ resolver: MultiFactorResolver, ahead periods: Int) async throws -> AuthDataResult {
                try await resolver.resolveSignIn(
                    with: TOTPMultiFactorGenerator.assertionForSignIn(
                        withEnrollmentID: resolver.hints.first?.uid ?? "",
                        oneTimePassword: Self.oneTimePassword(secret, ahead: periods)))
            }

            try auth.signOut()
            let asked = await #expect(throws: NSError.self) {
                try await auth.signIn(withEmail: email, password: "correct horse")
            }
            let resolver = try Self.resolver(asked)
            #expect(auth.currentUser == nil && resolver.hints.map(\.displayName) == ["Phone"])
            let used = await #expect(throws: NSError.self) { try await give(resolver, ahead: 0) }
            #expect(Self.code(used) == .invalidVerificationCode, "the code of the enrolment")
            let signedIn = try await give(resolver, ahead: 2).user
            #expect(signedIn.uid == user.uid && auth.currentUser === signedIn)
            #expect(try await signedIn.getIDTokenResult().signInSecondFactor == "totp")
            let spent = await #expect(throws: NSError.self) { try await give(resolver, ahead: 4) }
            #expect(Self.code(spent) == .invalidMultiFactorSession)

            let again = await #expect(throws: NSError.self) {
                try await signedIn.reauthenticate(
                    with: EmailAuthProvider.credential(withEmail: email, password: "correct horse"))
            }
            #expect(try await give(Self.resolver(again), ahead: 4).user === signedIn)

            // The session has given its factor: a link asks for none again, and goes on with it.
            let linked = try await signedIn.link(
                with: GoogleAuthProvider.credential(
                    withIDToken: MadeUp.idToken(UUID().uuidString, email: email), accessToken: ""))
            #expect(linked.user === signedIn && auth.currentUser === signedIn)
            #expect(try await signedIn.getIDTokenResult().signInSecondFactor == "totp")
            #expect(signedIn.providerData.map(\.providerID).sorted() == ["google.com", "password"])
            try auth.expectAgreement()

            let id = try #require(signedIn.multiFactor.enrolledFactors.first?.uid)
            try await signedIn.multiFactor.unenroll(withFactorUID: id)
            #expect(signedIn.multiFactor.enrolledFactors.isEmpty && auth.currentUser === signedIn)
            #expect(try await signedIn.getIDTokenResult().signInSecondFactor == "")
            try auth.signOut()
            #expect(try await auth.signIn(withEmail: email, password: "correct horse").user.uid == user.uid)
        }
    }

    @Test("The server's refusals have Firebase's codes")
    func refusals() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: "correct horse").user
            func refusal() async -> AuthErrorCode? {
                let error = await #expect(throws: NSError.self) {
                    try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
                }
                return Self.code(error)
            }
            let unverified = await refusal()
            #expect(unverified == .unverifiedEmail)
            try await server.administer("accounts:update", user.uid, "\"emailVerified\":true")
            try await server.configure("v2/projects/demo-project/config", #"{"mfa":{"state":"DISABLED"}}"#, mask: "mfa.state")
            let off = await refusal()
            #expect(off == .operationNotAllowed)
            try await server.configure("v2/projects/demo-project/config", #"{"mfa":{"state":"ENABLED"}}"#, mask: "mfa.state")
            let unknown = await #expect(throws: NSError.self) { try await user.multiFactor.unenroll(withFactorUID: "nobody's") }
            #expect(Self.code(unknown) == .multiFactorInfoNotFound)
            let anonymous = try await auth.signInAnonymously().user
            let refused = await #expect(throws: NSError.self) {
                try await TOTPMultiFactorGenerator.generateSecret(with: anonymous.multiFactor.session())
            }
            #expect(Self.code(refused) == .unsupportedFirstFactor)
        }
    }

    @Test("A mail reports a new factor, and its code removes it")
    func revert() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let user = try await Self.person(email, server, auth)
            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
            try await user.multiFactor.enroll(
                with: TOTPMultiFactorGenerator.assertionForEnrollment(
                    with: secret, oneTimePassword: Self.oneTimePassword(secret)), displayName: nil)
            let mail = try await mailbox.next(to: email)
            let link = try #require(ActionCodeURL(link: mail.link))
            #expect(link.operation == .revertSecondFactorAddition, "\(mail.link)")
            let code = try #require(link.code)
            let info = try await auth.checkActionCode(code)
            #expect(info.operation == .revertSecondFactorAddition && info.email == email)
            try await auth.applyActionCode(code)
            let over = await #expect(throws: NSError.self) { try await user.reload() }
            #expect(Self.code(over) == .userTokenExpired)
            let without = await #expect(throws: NSError.self) {
                try await auth.signIn(withEmail: email, password: "correct horse")
            }
            #expect(Self.code(without) == .invalidCredential || Self.code(without) == .wrongPassword, "the thief may know it")
            try await auth.sendPasswordReset(withEmail: email)
            var letter = try await mailbox.next(to: email)
            while ActionCodeURL(link: letter.link)?.operation != .passwordReset { letter = try await mailbox.next(to: email) }
            let reset = try #require(ActionCodeURL(link: letter.link)?.code)
            try await auth.confirmPasswordReset(withCode: reset, newPassword: "battery staple")
            let back = try await auth.signIn(withEmail: email, password: "battery staple").user
            #expect(back.uid == user.uid && back.multiFactor.enrolledFactors.isEmpty)
        }
    }
}
