import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Where one is signed in, and signing out there.
struct OwnSessionsTests {
    private static let firefox = ClientDevice(program: .firefox, system: .linux)

    @Test func `each session is listed with its place, newest first, the current one marked`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 10)
            let there = test.engine.acting(
                as: .endUser, from: ClientAddress("203.0.113.77"), device: Self.firefox)
            let second = try await there.signInWithPassword(email: "v@x.com", password: "secret 1", in: test.scope)
                .requireSignedIn()
            try await test.signUp("other@x.com")
            let seen = try await test.ownSessions(second)
            #expect(seen.map(\.isCurrent) == [true, false])
            #expect(seen.map(\.openedAt) == [test.clock.now, test.clock.now.adding(seconds: -10)])
            #expect(seen.map(\.lastUsedAt) == seen.map(\.openedAt))
            #expect(
                seen.map(\.place) == [SessionPlace(network: "203.0.113.0/24", device: "Firefox, Linux"), SessionPlace()])
            #expect(try await test.ownSessions(first).map(\.isCurrent) == [false, true])
            #expect(try await test.ownSessions(first).map(\.handle) == seen.map(\.handle))
            // A handle is no part of a token.
            let ids = try await [test.session(of: first), test.session(of: second)].map(\.id.base64URL)
            #expect(Set(seen.map(\.handle)).isDisjoint(with: ids) && seen.allSatisfy { $0.handle.utf8.count == 43 })
        }
    }

    @Test func `sessions that have ended are not listed, for whatever reason`() async throws {
        try await TestEngine.run { test in
            var sessions: [SignedIn] = [try await test.signUp("v@x.com")]
            for _ in 0..<2 { sessions.append(try await test.signIn("v@x.com")) }
            #expect(try await test.ownSessions(sessions[2]).count == 3)
            try await test.end(sessions[0], by: sessions[2])
            #expect(try await test.ownSessions(sessions[2]).count == 2)
            let changed = try await test.update(sessions[2]) { $0.password = "another secret" }
            let current = try #require(changed.tokens)
            #expect(try await test.engine.listOwnSessions(idToken: current.idToken, in: test.scope).map(\.isCurrent) == [true])
            // Old ones are over too.
            test.clock.advance(seconds: 91 * 24 * 3600)
            let later = try await test.signIn("v@x.com", "another secret")
            #expect(try await test.ownSessions(later).map(\.isCurrent) == [true])
        }
    }

    @Test func `a hundred are listed, and the current one among them`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            for _ in 0..<101 {
                test.clock.advance(seconds: 1)
                _ = try await test.signIn("v@x.com")
            }
            let seen = try await test.ownSessions(first)
            #expect(seen.count == 100 && seen.map(\.isCurrent) == Array(repeating: false, count: 99) + [true])
            // Those that no list shows end as well.
            test.clock.advance(seconds: 1)
            let last = try await test.signIn("v@x.com")
            #expect(try await test.ownSessions(last).count == 100)
            try await test.end(first, by: last)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(first) }
        }
    }

    @Test func `a session that is ended gives no token any more, and its place is forgotten`() async throws {
        try await TestEngine.run { test in
            let there = test.engine.acting(as: .endUser, from: ClientAddress("203.0.113.77"), device: Self.firefox)
            try await test.signUp("v@x.com")
            let lost = try await there.signInWithPassword(email: "v@x.com", password: "secret 1", in: test.scope)
                .requireSignedIn()
            let owner = try await test.signIn("v@x.com")
            try await test.end(lost, by: owner)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(lost) }
            await #expect(throws: AuthError.tokenExpired) { try await test.ownSessions(lost) }
            #expect(try await test.session(of: lost).place == SessionPlace())
            _ = try await test.refresh(owner)
            await #expect(throws: AuthError.tokenExpired) { try await test.lookUp(lost) }
            let records = try await test.engine.auditLog.entries(AuditQuery(action: .sessionEnd, limit: 9))
            #expect(records.map(\.facts.details.text) == [#"{"sessions":1}"#] && records.first?.account == owner.account.id)
        }
    }

    @Test func `all others end, and nothing of another account`() async throws {
        try await TestEngine.run { test in
            let other = try await test.signUp("other@x.com")
            var sessions: [SignedIn] = [try await test.signUp("v@x.com")]
            for _ in 0..<3 { sessions.append(try await test.signIn("v@x.com")) }
            let current = sessions[1]
            try await test.engine.endOwnSessions(.allOthers, idToken: current.tokens.idToken, in: test.scope)
            for number in [0, 2, 3] {
                await #expect(throws: AuthError.tokenExpired) { try await test.refresh(sessions[number]) }
            }
            for signedIn in [current, other] { _ = try await test.refresh(signedIn) }
            #expect(try await test.ownSessions(current).map(\.isCurrent) == [true])
            // A second time there is nothing to end, nor to record.
            try await test.engine.endOwnSessions(.allOthers, idToken: current.tokens.idToken, in: test.scope)
            let records = try await test.engine.auditLog.entries(AuditQuery(action: .sessionEnd, limit: 9))
            #expect(records.map(\.facts.details.text) == [#"{"sessions":3}"#])
        }
    }

    @Test func `one's own session ends at any time, others only after a recent sign-in`() async throws {
        try await TestEngine.run { test in
            let old = try await test.signUp("v@x.com")
            let other = try await test.signIn("v@x.com")
            test.clock.advance(seconds: 301)
            await #expect(throws: AuthError.credentialTooOld) { try await test.end(other, by: old) }
            await #expect(throws: AuthError.credentialTooOld) {
                try await test.engine.endOwnSessions(.allOthers, idToken: old.tokens.idToken, in: test.scope)
            }
            // What is unknown is refused in the same way.
            await #expect(throws: AuthError.credentialTooOld) {
                try await test.engine.endOwnSessions(.handles(["x"]), idToken: old.tokens.idToken, in: test.scope)
            }
            _ = try await test.refresh(other)
            try await test.end(old, by: old)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(old) }
            _ = try await test.refresh(other)
        }
    }

    @Test func `a token whose session is gone neither lists nor ends any`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let id = try await test.session(of: signedIn).id
            try await test.store.write { try $0.deleteSession(id) }
            await #expect(throws: AuthError.tokenExpired) { try await test.ownSessions(signedIn) }
            await #expect(throws: AuthError.tokenExpired) {
                try await test.engine.endOwnSessions(.allOthers, idToken: signedIn.tokens.idToken, in: test.scope)
            }
        }
    }

    @Test func `the last token of a session that has become too old is good for nothing`() async throws {
        try await TestEngine.run { test in
            var held = try await test.signUp("v@x.com")
            let id = try await test.session(of: held).id
            for _ in 0..<5 {
                test.clock.advance(seconds: 80 * 24 * 3600 - 200)
                held = try await test.refresh(held)
                let now = test.clock.now
                try await test.store.write { try $0.noteUse(ofSession: id, at: now) }
            }
            _ = try await test.ownSessions(held)
            test.clock.advance(seconds: 1001)
            await #expect(throws: AuthError.tokenExpired) { try await test.lookUp(held) }
            await #expect(throws: AuthError.tokenExpired) { try await test.ownSessions(held) }
            await #expect(throws: AuthError.tokenExpired) {
                try await test.engine.endOwnSessions(.handles(["x"]), idToken: held.tokens.idToken, in: test.scope)
            }
        }
    }

    @Test func `what a stale session linked ends with it, if somebody else ends it`() async throws {
        try await TestEngine.run { test in
            let stolen = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            _ = try await test.present(.of(.acme, "thief"), idToken: stolen.tokens.idToken)
            // Ending one's own session takes off nothing: a stale session may not.
            let inside = try #require(try await test.present(.of(.acme, "thief")).signedIn)
            try await test.end(inside, by: inside)
            #expect(try await test.account(stolen.account.id)?.identities.count == 1)
            let owner = try await test.signIn("v@x.com")
            try await test.end(stolen, by: owner)
            #expect(try await test.account(stolen.account.id)?.identities == [])
        }
    }

    @Test func `what a session linked ends with the one in which its person went on, and with a link of that`() async throws {
        try await TestEngine.run { test in
            let stolen = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            let next = try #require(
                try await test.present(.of(.acme, "thief"), idToken: stolen.tokens.idToken).signedIn)
            let last = try #require(
                try await test.present(.of(.google, "thief"), idToken: next.tokens.idToken).signedIn)
            let owner = try await test.signIn("v@x.com")
            try await test.end(last, by: owner)
            #expect(try await test.account(stolen.account.id)?.identities == [])
        }
    }

    @Test func `ending a handed-over session takes only what it linked itself`() async throws {
        try await TestEngine.run(configure: { $0.authorizedDomains = ["app.example"] }) { test in
            let own = try await test.signUp("v@x.com")
            let app = try await test.handOver(own)
            test.clock.advance(seconds: 3000)
            _ = try await test.present(.of(.acme, "owner"), idToken: own.tokens.idToken)
            let other = try await test.handOver(own)
            _ = try await test.present(.of(.google, "the app's"), idToken: app.tokens.idToken)
            let owner = try await test.signIn("v@x.com")
            func left() async throws -> [ProviderID]? { try await test.account(own.account.id)?.identities.map(\.key.provider) }
            try await test.end(other, by: owner)
            #expect(try await left() == [.acme, .google])
            try await test.end(app, by: owner)
            #expect(try await left() == [.acme])
            try await test.end(own, by: owner)
            #expect(try await left() == [])
        }
    }
}

extension TestEngine {
    func ownSessions(_ signedIn: SignedIn) async throws -> [OwnSession] {
        try await engine.listOwnSessions(idToken: signedIn.tokens.idToken, in: scope)
    }

    /// Hands a person over to an app.
    func handOver(_ signedIn: SignedIn) async throws -> SignedIn {
        let order = HandoverOrder(
            refreshToken: signedIn.tokens.refreshToken, continueURL: "https://app.example/",
            codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", state: nil)
        let url = try await engine.handOver(order, in: scope)
        return try await engine.redeemHandover(
            URLComponents(string: url)?.queryItems?.first?.value, verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            in: scope)
    }

    /// Ends a session by its handle, which its own list states while it is open.
    func end(_ ended: SignedIn, by signedIn: SignedIn) async throws {
        let handles = try await ownSessions(ended).filter(\.isCurrent).map(\.handle)
        try await engine.endOwnSessions(.handles(handles), idToken: signedIn.tokens.idToken, in: scope)
    }
}
