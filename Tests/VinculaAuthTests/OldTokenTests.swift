import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// A token that the server does not take, although the session is good: the clock went back, or the server's keys changed.
@Suite("Tokens that are merely old") struct OldTokenTests {
    /// A device on which a call is refused with a message until a token of at least a number is shown.
    private static func device(_ message: String, until number: Int, refresh: String? = nil) -> Device {
        Device(
            ScriptedServer { request in
                if request.method == "token" { return refresh.map { .refusal($0) } }
                guard ["accounts:lookup", "accounts:update", "accounts:delete"].contains(request.method) else { return nil }
                // A sign-in looks up the account too.
                if request.method == "accounts:lookup", request.number == 1 { return nil }
                let isGood = (number..<number + 10).contains { request.body.contains(ScriptedServer.idToken($0)) }
                return isGood ? nil : .refusal(message)
            })
    }

    @Test(
        "The session is refreshed, and the call made again",
        arguments: ["TOKEN_EXPIRED", "INVALID_ID_TOKEN"], ["reload", "update", "delete"])
    func refreshed(message: String, call: String) async throws {
        let device = Self.device(message, until: 1)
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        switch call {
        case "reload": try await user.reload()
        case "update":
            let change = user.createProfileChangeRequest()
            change.displayName = "Ana"
            try await change.commitChanges()
        default: try await user.delete()
        }
        #expect(device.server.count("token") == 1)
        #expect(auth.currentUser === (call == "delete" ? nil : user))
        try auth.expectAgreement()
    }

    @Test("Refused again with the new token: the call fails, and nobody is signed out")
    func stubborn() async throws {
        let device = Self.device("TOKEN_EXPIRED", until: 100)
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        let error = await #expect(throws: NSError.self) { try await user.reload() }
        #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .userTokenExpired)
        #expect(device.server.count("token") == 1 && device.server.count("accounts:lookup") == 3)
        #expect(auth.currentUser === user)
        try auth.expectAgreement()
    }

    @Test("The refresh is refused too: the session is over")
    func over() async throws {
        let device = Self.device("TOKEN_EXPIRED", until: 1, refresh: "TOKEN_EXPIRED")
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        await #expect(throws: NSError.self) { try await user.reload() }
        #expect(auth.currentUser == nil)
        try auth.expectAgreement()
    }

    @Test("An account that is gone or disabled ends the session at once", arguments: ["USER_NOT_FOUND", "USER_DISABLED"])
    func gone(message: String) async throws {
        let device = Self.device(message, until: 1)
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        await #expect(throws: NSError.self) { try await user.reload() }
        #expect(auth.currentUser == nil && device.server.count("token") == 0)
        try auth.expectAgreement()
    }
}
