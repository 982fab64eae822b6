import ChildProcesses
import Foundation
import SDKSupport
import Testing
import VinculaAuth

/// `auth.tenantID` against a server.
@Suite("Tenants in the client") struct TenantTests {
    @Test("One address is a person in each tenant, whose session, reloads and refreshes stay in it")
    func story() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let email = MadeUp.email()
            var uids: Set<String> = []
            for tenant in ["acme", "zeta", nil] {
                auth.tenantID = tenant
                let user = try await auth.createUser(withEmail: email, password: "correct horse").user
                #expect(user.tenantID == tenant)
                uids.insert(user.uid)
                try await user.reload()
                let token = try await user.getIDTokenResult(forcingRefresh: true)
                #expect((token.claims["firebase"] as? [String: Any])?["tenant"] as? String == tenant)
                #expect(user.tenantID == tenant)
            }
            #expect(uids.count == 3)
            auth.tenantID = "acme"
            let back = try await auth.signIn(withEmail: email, password: "correct horse").user
            #expect(uids.contains(back.uid) && back.tenantID == "acme")
            // Requests that name no tenant are in that of the token.
            try await back.delete()
            let gone = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, password: "correct horse") }
            #expect(gone?.code != nil)
            auth.tenantID = nil
            let outside = try await auth.signIn(withEmail: email, password: "correct horse").user
            #expect(outside.tenantID == nil)
        }
    }

    @Test("A session of one tenant is not taken over in another, and phone numbers do not sign in to tenants")
    func refused() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            auth.tenantID = "acme"
            let user = try await auth.signInAnonymously().user
            auth.tenantID = "zeta"
            let mismatch = await #expect(throws: NSError.self) { try await auth.updateCurrentUser(user) }
            #expect(mismatch?.code == AuthErrorCode.tenantIDMismatch.rawValue, "\(String(describing: mismatch))")
            let change = await #expect(throws: NSError.self) { try await user.updatePassword(to: "correct horse 2") }
            #expect(change?.code == AuthErrorCode.tenantIDMismatch.rawValue, "\(String(describing: change))")
            let phone = await #expect(throws: NSError.self) {
                try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+12025550100", uiDelegate: nil)
            }
            #expect(phone?.code == AuthErrorCode.unsupportedTenantOperation.rawValue, "\(String(describing: phone))")
        }
    }
}
