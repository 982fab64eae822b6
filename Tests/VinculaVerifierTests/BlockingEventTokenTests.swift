import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import VinculaVerifier

/// Events for blocking functions are signed by the key of ID tokens, and are none.
@Suite("Events of blocking functions at a verifier")
struct BlockingEventTokenTests {
    @Test("T230 a verifier takes an event neither for an ID token nor for a session cookie")
    func refused() async throws {
        try await GatewayFixture.run { gateway in
            try await TestServer.with { server in
                gateway.answer([:])
                try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
                let person = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
                let verifier = try TokenVerifier(.vincula(at: try requireURL(server.url), project: server.project))
                #expect(try await verifier.verifyIDToken(try #require(person["idToken"])).uid == person["localId"])
                #expect(gateway.requests.count == 2)
                for request in gateway.requests {
                    await #expect(throws: VerificationError.self) { try await verifier.verifyIDToken(request.eventToken) }
                    await #expect(throws: VerificationError.self) { try await verifier.verifySessionCookie(request.eventToken) }
                }
            }
        }
    }
}
