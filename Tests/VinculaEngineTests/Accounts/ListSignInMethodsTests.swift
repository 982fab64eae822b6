import Testing
import VinculaCore
import VinculaEngine

struct ListSignInMethodsTests {
    private let email = EmailAddress(canonical: "v@gmail.com")

    @Test func `what leads to an address`() async throws {
        try await TestEngine.run { test in
            let nobody = try await test.engine.signInMethods(of: email, in: test.scope)
            #expect(nobody?.isRegistered == false && nobody?.methods == [] && nobody?.providers == [])
            let signedIn = try await test.signUp("v@gmail.com")
            _ = try await test.present(.of(.google, "g", email: "v@gmail.com"), idToken: signedIn.tokens.idToken)
            try await test.administer(signedIn.account.id) { $0.phoneNumber = "+16505550100" }
            let methods = try await test.engine.signInMethods(of: email, in: test.scope)
            #expect(methods?.isRegistered == true && methods?.methods == ["password", "google.com"])
        }
    }

    @Test func `with email privacy nothing is revealed about anybody`() async throws {
        try await TestEngine.run(configure: { $0.emailPrivacy = true }) { test in
            #expect(try await test.engine.signInMethods(of: email, in: test.scope) == nil)
            try await test.signUp("v@gmail.com")
            #expect(try await test.engine.signInMethods(of: email, in: test.scope) == nil)
        }
    }

    @Test func `with several accounts per email only the password's is told`() async throws {
        try await TestEngine.run(configure: { $0.allowDuplicateEmails = true }) { test in
            _ = try await test.present(.of(.google, "g", email: "v@gmail.com"))
            #expect(try await test.engine.signInMethods(of: email, in: test.scope)?.isRegistered == false)
            try await test.signUp("v@gmail.com")
            #expect(try await test.engine.signInMethods(of: email, in: test.scope)?.methods == ["password"])
        }
    }
}
