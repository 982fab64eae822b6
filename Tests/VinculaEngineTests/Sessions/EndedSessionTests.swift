import Foundation
import TestStores
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// ID tokens whose sessions are over. `Attacks/EndedSessionTests` has every RPC.
struct EndedSessionTests {
    @Test func `an ID token ends with its session: ended, gone, of another account or project`() async throws {
        try await TestEngine.run { test in
            let owner = try await test.signUp("v@x.com")
            for change in ["ended", "gone"] {
                let lost = try await test.signIn("v@x.com")
                _ = try await test.lookUp(lost)
                let id = try await test.session(of: lost).id
                _ = try await test.store.write { tx in
                    if change == "ended" { _ = try tx.endSession(id) } else { try tx.deleteSession(id) }
                }
                await #expect(throws: AuthError.tokenExpired, "\(change)") { try await test.lookUp(lost) }
            }
            let stranger = try await test.session(of: try await test.signUp("w@x.com"))
            let mixed = try token(of: owner) { $0["session"] = .string(stranger.id.base64URL) }
            await #expect(throws: AuthError.tokenExpired) {
                try await test.engine.lookUpOwnAccount(idToken: mixed, in: test.scope)
            }
            _ = try await test.lookUp(owner)
        }
    }

    @Test(arguments: [0, 2])
    func `accounts of ID tokens that come at the same time are asked for together, and each gets its own`(
        days: Int64
    ) async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            var people: [SignedIn] = []
            for number in 0..<12 {
                let person = try await test.signUp("v\(number)@x.com")
                people.append(person)
            }
            test.clock.advance(seconds: days * 86_400)
            for index in people.indices { people[index] = try await test.refresh(people[index]) }
            let id = try await test.session(of: people[5]).id
            _ = try await test.store.write { try $0.endSession(id) }
            for _ in 0..<50 where test.store.health.activity.numbers.askedTogether == 0 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<120 {
                        let (person, isEnded) = (people[number % 12], number % 12 == 5)
                        group.addTask {
                            if isEnded {
                                await #expect(throws: AuthError.tokenExpired) { try await test.lookUp(person) }
                            } else {
                                let found = try await test.lookUp(person)
                                #expect(found.id == person.account.id)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(test.store.health.activity.numbers.askedTogether > 0)
        }
    }

    @Test func `a token of an earlier version names no session, and is good until it expires`() async throws {
        try await TestEngine.run { test in
            let owner = try await test.signUp("v@x.com")
            let old = try token(of: owner) { $0["session"] = nil }
            let id = try await test.session(of: owner).id
            _ = try await test.store.write { try $0.endSession(id) }
            await #expect(throws: AuthError.tokenExpired) { try await test.lookUp(owner) }
            _ = try await test.engine.lookUpOwnAccount(idToken: old, in: test.scope)
            // Where the session itself counts, it never was good.
            await #expect(throws: AuthError.tokenExpired) {
                try await test.engine.listOwnSessions(idToken: old, in: test.scope)
            }
            test.clock.advance(seconds: 3600)
            await #expect(throws: AuthError.tokenExpired) {
                try await test.engine.lookUpOwnAccount(idToken: old, in: test.scope)
            }
        }
    }

    @Test func `what a stale session's sign-in method opened is over for ID tokens, too, once that is unlinked`() async throws {
        try await TestEngine.run { test in
            let stolen = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            _ = try await test.present(.of(.acme, "thief"), idToken: stolen.tokens.idToken)
            let thief = try #require(try await test.present(.of(.acme, "thief")).signedIn)
            _ = try await test.lookUp(thief)
            _ = try await test.update(try await test.signIn("v@x.com")) { $0.deleteProviders = [.acme] }
            await test.expectDead(thief)
        }
    }

    @Test func `the tokens that answer a change are of a session that is open, and those of a refresh name it`() async throws {
        try await TestEngine.run { test in
            let guest = try await test.engine.signUpAnonymously(in: test.scope)
            var held = try await test.link("v@x.com", to: guest)
            await test.expectDead(guest)
            for change: @Sendable (inout OwnAccountUpdate) -> Void in [
                { $0.password = "secret 2" }, { $0.email = "w@x.com" },
            ] {
                let before = held
                let tokens = try #require(try await test.update(held, change).tokens)
                await test.expectDead(before)
                _ = try await test.engine.lookUpOwnAccount(idToken: tokens.idToken, in: test.scope)
                held = try await test.refresh(tokens.refreshToken)
                let id = try await test.session(of: held).id.base64URL
                #expect(JSONWebToken(held.tokens.idToken)?.claims["firebase"]?["session"]?.string == id)
                _ = try await test.lookUp(held)
            }
            let linked = try #require(try await test.present(.of(.acme, "1"), idToken: held.tokens.idToken).signedIn)
            for open in [held, linked] { _ = try await test.lookUp(open) }
        }
    }

    /// An ID token with other members in `firebase`.
    private func token(
        of signedIn: SignedIn, _ change: (inout [String: JSONValue]) -> Void
    ) throws -> String {
        guard let held = JSONWebToken(signedIn.tokens.idToken), case .object(var claims) = held.claims,
            case .object(var firebase)? = claims["firebase"]
        else { throw AuthError.invalidIDToken }
        change(&firebase)
        claims["firebase"] = .object(firebase)
        let key = try TokenSigningKey(der: try TestEngine.sharedKey.get(), algorithm: .rs256)
        return try JSONWebToken.sign(claims: JSONValue.object(claims).text, keyID: "shared", with: key)
    }
}
