import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Numbers that no clock has, from a server or out of the storage: nothing traps, now or at the next start.
@Suite("Hostile numbers") struct HostileNumbersTests {
    @Test("The first renewal is within a day, or not planned")
    func pause() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        for seconds in [1e9, 1e19, 1e30, 1e300] {
            #expect(RenewalClock.pause(before: Date(timeIntervalSince1970: seconds), at: now) == 86_400)
            #expect(RenewalClock.pause(before: Date(timeIntervalSince1970: -seconds), at: now) == nil)
        }
        for seconds in [Double.infinity, -.infinity, .nan] {
            #expect(RenewalClock.pause(before: Date(timeIntervalSinceReferenceDate: seconds), at: now) == nil)
        }
    }

    @Test("A lifetime is a day at most, and never negative", arguments: [Int64.max, 1 << 62, 1_000_000_000_000, .min, -1])
    func lifetime(seconds: Int64) async throws {
        let device = Device(
            ScriptedServer { request in
                let idToken = ScriptedServer.idToken(request.number)
                return switch request.method {
                case "accounts:signInWithPassword", "accounts:update":
                    .init(body: #"{"idToken":"\#(idToken)","refreshToken":"r0","expiresIn":"\#(seconds)"}"#)
                case "token": .init(body: #"{"id_token":"\#(idToken)","refresh_token":"r1","expires_in":"\#(seconds)"}"#)
                default: nil
                }
            })
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        func check() throws {
            let rest = try #require(user.state.withLock { $0.tokens.expiresAt }).timeIntervalSinceNow
            #expect(seconds > 0 ? rest > 86_000 && rest <= 86_400 : rest <= 0 && rest > -100)
        }
        try check()
        _ = try await user.getIDToken(forcingRefresh: true)
        try check()
        let change = user.createProfileChangeRequest()
        change.displayName = "Ana"
        try await change.commitChanges()
        try check()
        try auth.expectAgreement()
        #expect(try await device.start().currentUser?.uid == "u")
    }

    @Test(
        "A token with an invalid expiry is refused",
        arguments: ["1e19", "1e300", "-1e300", "9223372036854775807", "-1", "253402300800"])
    func tokens(end: String) async throws {
        #expect(throws: NSError.self) { try IDTokenContent(ScriptedServer.idToken(expiresAt: end)) }
        let device = Device(
            ScriptedServer { request in
                guard request.method == "accounts:signInWithPassword" else { return nil }
                return .init(body: #"{"idToken":"\#(ScriptedServer.idToken(expiresAt: end))","refreshToken":"r0"}"#)
            })
        let auth = try await device.start()
        await #expect(throws: NSError.self) { try await device.signIn(auth) }
        #expect(auth.currentUser == nil)
    }

    @Test("Invalid times of an account are unknown", arguments: [Int64.max, .min, 253_402_300_800_000])
    func account(milliseconds: Int64) async throws {
        let device = Device(
            ScriptedServer { request in
                guard request.method == "accounts:lookup" else { return nil }
                return .init(
                    body: #"{"users":[{"localId":"u","createdAt":"\#(milliseconds)","lastLoginAt":"\#(milliseconds)"}]}"#)
            })
        let user = try await device.signIn(device.start())
        #expect(user.metadata.creationDate == nil && user.metadata.lastSignInDate == nil)
    }

    @Test("Invalid stored times are unknown", arguments: ["1e19", "1e300", "-1e300", "9223372036854775807"])
    func stored(date: String) async throws {
        let slot = OneSlot()
        let device = Device(storage: slot)
        try await device.signIn(device.start())
        let whole = String(decoding: try #require(slot.data), as: UTF8.self)
        let tokens = whole.replacing(/"expiresAt":[0-9.e+-]+/, with: "\"expiresAt\":\(date)")
        let hostile = tokens.replacing(
            #""uid":"u""#,
            with: #""uid":"u","createdAt":\#(date),"lastSignInAt":\#(date)"#)
        let other = Device(device.server, storage: OneSlot(Data(hostile.utf8)))
        let user = try #require(try await other.start().currentUser)
        #expect(user.metadata.creationDate == nil && user.metadata.lastSignInDate == nil)
        #expect(user.state.withLock { $0.tokens.expiresAt } == nil)
        _ = try await user.getIDToken()
        #expect(device.server.count("token") == 1)
        try await other.start().expectAgreement()
    }
}
