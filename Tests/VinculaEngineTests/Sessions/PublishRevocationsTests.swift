import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The feed of tokens that ended before they expire.
struct PublishRevocationsTests {
    @Test func `an ended session is named by its handle`() async throws {
        try await TestEngine.run { test in
            let lost = try await test.signUp("v@x.com")
            let owner = try await test.signIn("v@x.com")
            #expect(try await test.revocations().isEmpty)
            let handle = try #require(
                try await test.engine.listOwnSessions(idToken: lost.tokens.idToken, in: test.scope)
                    .first { $0.isCurrent }?.handle)
            try await test.engine.endOwnSessions(.handles([handle]), idToken: owner.tokens.idToken, in: test.scope)
            #expect(try await test.revocations().map(\.target) == [.session(handle: handle)])
            // Ending it again ends nothing.
            try await test.engine.endOwnSessions(.handles([handle]), idToken: owner.tokens.idToken, in: test.scope)
            #expect(try await test.revocations().count == 1)
        }
    }

    @Test func `what ends all of an account's sessions names the account, once`() async throws {
        let changes: [@Sendable (TestEngine, SignedIn) async throws -> Void] = [
            { test, signedIn in _ = try await test.update(signedIn) { $0.password = "secret 2" } },
            { test, signedIn in try await test.administer(signedIn.account.id) { $0.isDisabled = true } },
            { test, signedIn in try await test.administer(signedIn.account.id) { $0.validSince = test.clock.now.seconds } },
        ]
        for change in changes {
            try await TestEngine.run { test in
                let signedIn = try await test.signUp("v@x.com")
                try await change(test, signedIn)
                let now = test.clock.now
                let next = signedIn.account.generation + 1
                let target = Revocation.Target.account(signedIn.account.id, generation: next, validSince: now.seconds)
                let found = try await test.revocations()
                #expect(found.map(\.target) == [target] && found.first?.madeAt == now && found.first?.scope == test.scope)
            }
        }
    }

    @Test func `a deleted account's tokens end, and a change that ends nothing is not in the feed`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            _ = try await test.update(signedIn) { $0.displayName = "Ana" }
            try await test.administer(signedIn.account.id) { $0.emailVerified = true }
            #expect(try await test.revocations().isEmpty)
            try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
            let target = Revocation.Target.account(
                signedIn.account.id, generation: signedIn.account.generation + 1, validSince: nil)
            #expect(try await test.revocations().map(\.target) == [target])
            try await test.engine.accounts.deleteAllAccounts(in: test.scope)
            #expect(try await test.revocations().last?.target == .everybody(issuedBefore: test.clock.now.seconds))
        }
    }

    @Test func `a stale session's sign-in method that is unlinked ends what it opened`() async throws {
        try await TestEngine.run { test in
            let stolen = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            _ = try await test.present(.of(.acme, "thief"), idToken: stolen.tokens.idToken)
            let thief = try #require(try await test.present(.of(.acme, "thief")).signedIn)
            let before = try await test.revocations().count
            let handle = try #require(
                try await test.engine.listOwnSessions(idToken: thief.tokens.idToken, in: test.scope)
                    .first { $0.isCurrent }?.handle)
            _ = try await test.update(try await test.signIn("v@x.com")) { $0.deleteProviders = [.acme] }
            await test.expectDead(thief)
            let found = try await test.revocations().dropFirst(before)
            #expect(found.contains { $0.target == .session(handle: handle) }, "\(found)")
        }
    }

    @Test func `a copied refresh token's session is in the feed, although the answer is an error`() async throws {
        try await TestEngine.run(configure: { $0.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0)) }) { test in
            let signedIn = try await test.signUp("v@x.com")
            var token = signedIn.tokens.refreshToken
            for _ in 0..<3 {
                test.clock.advance(seconds: 3601)
                token = try await test.refresh(token).tokens.refreshToken
            }
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(signedIn.tokens.refreshToken) }
            #expect(try await test.revocations().count == 1)
        }
    }

    @Test func `pages go on where the last one ended, and begin again for a position that nobody knows`() async throws {
        try await TestEngine.run { test in
            for number in 0..<3 {
                let signedIn = try await test.signUp("v\(number)@x.com")
                test.clock.advance(seconds: 1)
                try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
            }
            let all = try await test.revocations()
            let positions = all.map(RevocationCursor.init(of:))
            let rest = try await test.engine.accounts.listRevocations(after: positions[0], in: test.scope)
            #expect(rest.revocations == Array(all.dropFirst()) && rest.next == positions[2] && !rest.hasMore)
            let none = try await test.engine.accounts.listRevocations(after: positions[2], in: test.scope)
            #expect(none.revocations.isEmpty && none.next == positions[2])
            let other = ProjectScope(project: "other")
            #expect(try await test.engine.accounts.listRevocations(after: .start, in: other).next == .start)
            // As after a restored backup: another entry has the number, or none has.
            for unknown in [
                RevocationCursor(sequence: positions[1].sequence, madeAt: 5), RevocationCursor(sequence: 99, madeAt: 5),
            ] {
                let page = try await test.engine.accounts.listRevocations(after: unknown, in: test.scope)
                #expect(page.revocations == all)
            }
        }
    }
}

extension TestEngine {
    fileprivate func revocations() async throws -> [Revocation] {
        try await engine.accounts.listRevocations(after: .start, in: scope).revocations
    }
}
