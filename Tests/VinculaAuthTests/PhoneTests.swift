import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Phone numbers against a real server: every form of `verifyPhoneNumber`, and what their codes are for.
@Suite("Phones") struct PhoneTests {
    private static let password = "correct horse"

    private static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0 as any Error) } }

    /// A form of `verifyPhoneNumber`.
    private struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Sends a code to a number, for a second factor if there is a session, and returns the verification ID.
        let send: @Sendable (PhoneAuthProvider, String, MultiFactorSession?) async throws -> String
        /// `false` for the forms that take no session.
        var takesSession = true
    }

    private static func waiting(
        _ start: @Sendable (@escaping @MainActor @Sendable (String?, (any Error)?) -> Void) -> Void
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            start { id, error in
                #expect(MainQueue.isCurrent)
                continuation.resume(with: Result { try id ?? { throw error ?? CancellationError() }() })
            }
        }
    }

    private static let forms = [
        Form(testDescription: "async") { try await $0.verifyPhoneNumber($1, multiFactorSession: $2) },
        Form(testDescription: "async, with a delegate") {
            try await $0.verifyPhoneNumber($1, uiDelegate: nil, multiFactorSession: $2)
        },
        Form(
            testDescription: "callback without a session",
            send: { provider, number, _ in
                try await waiting { provider.verifyPhoneNumber(number, uiDelegate: nil, completion: $0) }
            }, takesSession: false),
        Form(testDescription: "callback") { provider, number, session in
            try await waiting {
                provider.verifyPhoneNumber(number, uiDelegate: nil, multiFactorSession: session, completion: $0)
            }
        },
    ]

    /// Forms for a factor that is enrolled.
    private static let factorForms:
        [@Sendable (PhoneAuthProvider, PhoneMultiFactorInfo, MultiFactorSession?) async throws -> String] = [
            { try await $0.verifyPhoneNumber(with: $1, multiFactorSession: $2) },
            { try await $0.verifyPhoneNumber(with: $1, uiDelegate: nil, multiFactorSession: $2) },
            { provider, factor, session in
                try await waiting { done in
                    provider.verifyPhoneNumber(with: factor, uiDelegate: nil, multiFactorSession: session) { id, error in
                        MainActor.assumeIsolated { done(id, error) }
                    }
                }
            },
        ]

    @Test("Each form sends a code that signs in, and with a session one that enrols; each answers in the second step")
    func forms() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let provider = PhoneAuthProvider.provider(auth: auth)
            func credential(_ id: String, _ number: String) throws -> PhoneAuthCredential {
                provider.credential(withVerificationID: id, verificationCode: try #require(server.textedCode(to: number)))
            }
            for (index, form) in Self.forms.enumerated() {
                let number = "+3460000010\(index)"
                let id = try await form.send(provider, number, nil)
                let signedIn = try await auth.signIn(with: credential(id, number))
                #expect(signedIn.user.phoneNumber == number && signedIn.additionalUserInfo?.isNewUser == true, "\(form)")
                let missing = await #expect(throws: NSError.self) { try await form.send(provider, "", nil) }
                #expect(Self.code(missing) == .missingPhoneNumber, "\(form)")
                let invalid = await #expect(throws: NSError.self) { try await form.send(provider, "+1", nil) }
                #expect(Self.code(invalid) == .invalidPhoneNumber, "\(form)")
            }
            for (index, form) in Self.forms.filter(\.takesSession).enumerated() {
                let (email, number) = (MadeUp.email(), "+3460000020\(index)")
                let user = try await auth.createUser(withEmail: email, password: Self.password).user
                try await server.administer("accounts:update", user.uid, "\"emailVerified\":true")
                let id = try await form.send(provider, number, try await user.multiFactor.session())
                try await user.multiFactor.enroll(
                    with: PhoneMultiFactorGenerator.assertion(with: credential(id, number)), displayName: "Mine")
                #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["Mine"], "\(form)")
                try auth.signOut()
                for send in Self.factorForms {
                    let asked = await #expect(throws: NSError.self) {
                        try await auth.signIn(withEmail: email, password: Self.password)
                    }
                    let resolver = try #require(asked?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
                    let factor = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
                    #expect(factor.phoneNumber == "+*******\(number.suffix(4))")
                    let none = await #expect(throws: NSError.self) { try await send(provider, factor, nil) }
                    #expect(Self.code(none) == .missingMultiFactorSession)
                    let sent = try await send(provider, factor, resolver.session)
                    let result = try await resolver.resolveSignIn(
                        with: PhoneMultiFactorGenerator.assertion(with: credential(sent, number)))
                    #expect(result.user.uid == user.uid)
                    #expect(try await result.user.getIDTokenResult().signInSecondFactor == "phone")
                }
            }
        }
    }

    @Test("A number of another account: the credential in the error signs in there, once")
    func collision() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let provider = PhoneAuthProvider.provider(auth: auth)
            let number = "+34600000301"
            func credential() async throws -> PhoneAuthCredential {
                let id = try await provider.verifyPhoneNumber(number)
                return provider.credential(withVerificationID: id, verificationCode: try #require(server.textedCode(to: number)))
            }
            func taken(_ change: (PhoneAuthCredential) async throws -> Void) async throws -> PhoneAuthCredential {
                let presented = try await credential()
                let error = await #expect(throws: NSError.self) { try await change(presented) }
                #expect(Self.code(error) == .credentialAlreadyInUse)
                return try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? PhoneAuthCredential)
            }
            let holder = try await auth.signIn(with: credential()).user.uid
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Self.password).user
            let linked = try await taken { _ = try await user.link(with: $0) }
            let updated = try await taken { try await user.updatePhoneNumber($0) }
            #expect(auth.currentUser === user && user.phoneNumber == nil, "nothing has changed")
            let switched = try await auth.signIn(with: linked)
            #expect(switched.user.uid == holder && switched.additionalUserInfo?.isNewUser == false)
            let used = await #expect(throws: NSError.self) { try await auth.signIn(with: linked) }
            #expect(Self.code(used) == .invalidCredential)
            #expect(try await auth.signIn(with: updated).user.uid == holder)
            // Archived and read again, as an app does that asks the person first.
            let again = try await auth.createUser(withEmail: MadeUp.email(), password: Self.password).user
            let kept = try await taken { _ = try await again.link(with: $0) }
            let archive = try NSKeyedArchiver.archivedData(withRootObject: kept, requiringSecureCoding: true)
            let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: PhoneAuthCredential.self, from: archive))
            #expect(try await auth.signIn(with: read).user.uid == holder)
        }
    }

    @Test("Reauthentication by phone takes the account's own number only; a number is unlinked, and free")
    func reauthenticate() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let provider = PhoneAuthProvider.provider(auth: auth)
            func credential(_ number: String) async throws -> PhoneAuthCredential {
                let id = try await provider.verifyPhoneNumber(number)
                return provider.credential(withVerificationID: id, verificationCode: try #require(server.textedCode(to: number)))
            }
            let other = try await auth.signIn(with: credential("+34600000401")).user.uid
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Self.password).user
            try await user.link(with: credential("+34600000402"))
            #expect(try await user.reauthenticate(with: credential("+34600000402")).user === user)
            let others = try await credential("+34600000401")
            let mismatch = await #expect(throws: NSError.self) { try await user.reauthenticate(with: others) }
            #expect(Self.code(mismatch) == .userMismatch, "\(String(describing: mismatch))")
            let nobodys = try await credential("+34600000403")
            let unknown = await #expect(throws: NSError.self) { try await user.reauthenticate(with: nobodys) }
            #expect(Self.code(unknown) == .userNotFound || Self.code(unknown) == .userMismatch)
            #expect(auth.currentUser === user && user.uid != other)
            #expect(try await user.unlink(fromProvider: PhoneAuthProvider.id).phoneNumber == nil)
            let free = try await auth.signIn(with: credential("+34600000402"))
            #expect(free.additionalUserInfo?.isNewUser == true && free.user.uid != user.uid)
        }
    }
}
