import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct ApplyLinkingTests {
    @Test func `T001 the owner's arrival leaves nothing of a squatter`() async throws {
        try await TestEngine.run { test in
            let squatter = try await test.signUp("v@gmail.com", "squatter's")
            let id = squatter.account.id
            _ = try await test.present(.of(.acme, "squatter", email: "v@gmail.com"), idToken: squatter.tokens.idToken)
            _ = try await test.update(squatter) {
                $0.displayName = "<a href=…>verify</a>"
                $0.photoURL = "https://evil.test"
            }
            try await test.administer(id) {
                $0.phoneNumber = "+16505550100"
                $0.customClaims = #"{"plan":"free"}"#
            }
            let pending = try await test.present(.of(.facebook, "squatter's other", email: "v@gmail.com")).collision?.pendingToken
            let second = try await test.signIn("v@gmail.com", "squatter's")

            let owner = PresentedIdentity.of(.google, "owner", email: "v@gmail.com", name: "Owner")
            let outcome = try await test.present(owner)
            let signedIn = try #require(outcome.signedIn)
            #expect(signedIn.account.id == id && !outcome.isNewUser)
            let account = try #require(try await test.account(id))
            #expect(account.identities == [owner.identity])
            #expect(account.providers == [.google])
            #expect(account.emailVerified && account.displayName == "Owner" && account.photoURL == nil && account.phone == nil)
            // T006: claims are the administrator's.
            #expect(account.customClaims?.text == #"{"plan":"free"}"#)

            await test.expectDead(squatter)
            await test.expectDead(second)
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@gmail.com", "squatter's") }
            let token = try #require(pending)
            await #expect(throws: AuthError.invalidPendingToken) { try await test.redeem(token) }
            await #expect(throws: AuthError.invalidPendingToken) {
                try await test.redeem(token, idToken: signedIn.tokens.idToken)
            }
            #expect(try await test.present(.of(.acme, "squatter", email: "v@gmail.com")).signedIn == nil)
            _ = try await test.refresh(signedIn)
            _ = try await test.lookUp(signedIn)
        }
    }

    @Test func `a name that Apple says only once stays, and another provider's is what it said last`() async throws {
        try await TestEngine.run { test in
            for (provider, kept) in [(.apple, "Ana"), (.github, nil)] as [(ProviderID, String?)] {
                let first = try #require(try await test.present(.of(provider, "ana", email: nil, name: "Ana")).signedIn)
                let again = try #require(try await test.present(.of(provider, "ana", email: nil)).signedIn)
                let account = try #require(try await test.account(first.account.id))
                #expect(again.account.id == account.id && account.displayName == "Ana")
                #expect(account.identities.map(\.profile.displayName) == [kept])
            }
        }
    }

    @Test func `T109 a purge holds within the same second`() async throws {
        try await TestEngine.run { test in
            test.clock.advance(milliseconds: 100)
            let squatter = try await test.signUp("v@gmail.com")
            test.clock.advance(milliseconds: 800)
            let owner = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            await test.expectDead(squatter)
            _ = try await test.refresh(owner)
            _ = try await test.lookUp(owner)
        }
    }

    @Test func `what was proven is never purged`() async throws {
        try await TestEngine.run { test in
            let first = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            _ = try await test.link("v@gmail.com", to: first)
            let second = try #require(try await test.present(.of(.yahoo, "y", email: "v@gmail.com", .proven)).signedIn)
            #expect(second.account.id == first.account.id)
            #expect(second.account.providers == [.password, .google, .yahoo])
            _ = try await test.refresh(first)
        }
    }

    @Test func `T010 a recycled address takes the place of the old identity and ends its sessions`() async throws {
        try await TestEngine.run { test in
            let old = try #require(try await test.present(.of(.google, "1", email: "v@gmail.com")).signedIn)
            let outcome = try await test.present(.of(.google, "2", email: "v@gmail.com"))
            let new = try #require(outcome.signedIn)
            #expect(outcome.emailRecycled && new.account.id == old.account.id)
            #expect(new.account.identities.map(\.key.subject) == ["2"])
            await test.expectDead(old)
            _ = try await test.refresh(new)
            let back = try await test.present(.of(.google, "1", email: "elsewhere@gmail.com"))
            #expect(back.signedIn?.account.id != old.account.id)
        }
    }

    @Test func `linking a proven identity with the same email verifies it`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@gmail.com")
            let linked = try await test.present(.of(.google, "g", email: "v@gmail.com"), idToken: signedIn.tokens.idToken)
            #expect(linked.signedIn?.account.emailVerified == true)
            #expect(linked.signedIn?.account.providers == [.password, .google])
        }
    }

    // MARK: Pending credentials

    /// A person with a password, and the pending token of a claim on their address.
    private func collide(_ test: TestEngine) async throws -> (owner: SignedIn, token: String) {
        let owner = try await test.signUp("v@x.com")
        let collision = try #require(try await test.present(.of(.acme, "s", email: "v@x.com")).collision)
        #expect(collision.refusal == .needsConfirmation(by: owner.account.id))
        return (owner, try #require(collision.pendingToken))
    }

    @Test func `T032 it is linked once, to the account that it collided with`() async throws {
        try await TestEngine.run { test in
            let (owner, token) = try await collide(test)
            let linked = try await test.redeem(token, idToken: owner.tokens.idToken)
            #expect(linked.signedIn?.account.providers == [.password, .acme])
            await #expect(throws: AuthError.invalidPendingToken) { try await test.redeem(token, idToken: owner.tokens.idToken) }
        }
    }

    @Test func `T032 another account does not get it, nor uses it up`() async throws {
        try await TestEngine.run { test in
            let (owner, token) = try await collide(test)
            let other = try await test.signUp("other@x.com")
            await #expect(throws: AuthError.invalidPendingToken) { try await test.redeem(token, idToken: other.tokens.idToken) }
            #expect(try await test.lookUp(other).identities.isEmpty)
            #expect(try await test.redeem(token, idToken: owner.tokens.idToken).signedIn?.account.id == owner.account.id)
        }
    }

    @Test("T032 a quarter of an hour, no longer", arguments: [(899, true), (900, false), (3600, false)] as [(Int64, Bool)])
    func expiry(seconds: Int64, isValid: Bool) async throws {
        try await TestEngine.run { test in
            let (_, token) = try await collide(test)
            test.clock.advance(seconds: seconds)
            let owner = try await test.signIn("v@x.com")
            if isValid {
                #expect(try await test.redeem(token, idToken: owner.tokens.idToken).signedIn != nil)
            } else {
                await #expect(throws: AuthError.invalidPendingToken) {
                    try await test.redeem(token, idToken: owner.tokens.idToken)
                }
            }
        }
    }

    @Test func `T032 not in another project or tenant, and not when changed`() async throws {
        try await TestEngine.run { test in
            let (owner, token) = try await collide(test)
            for scope in [ProjectScope(project: "other"), try await test.makeTenant("t")] {
                await #expect(throws: AuthError.invalidPendingToken) { try await test.redeem(token, in: scope) }
            }
            for wrong in ["", "x", token + "A", String(token.dropLast()), token.uppercased()] {
                await #expect(throws: AuthError.invalidPendingToken) {
                    try await test.redeem(wrong, idToken: owner.tokens.idToken)
                }
            }
            _ = try await test.redeem(token, idToken: owner.tokens.idToken)
        }
    }

    @Test func `a pending token is no proof: without the account's session it collides again`() async throws {
        try await TestEngine.run { test in
            let (owner, token) = try await collide(test)
            let again = try await test.redeem(token)
            #expect(again.collision?.refusal == .needsConfirmation(by: owner.account.id))
            // Nor does trying use it up: whoever finds it cannot take it from its owner.
            #expect(again.collision?.pendingToken == token)
            _ = try await test.redeem(token, idToken: owner.tokens.idToken)
            await #expect(throws: AuthError.invalidPendingToken) { try await test.redeem(token) }
        }
    }

    @Test func `the token is kept hashed, and a deleted account takes its pending credentials along`() async throws {
        try await TestEngine.run { test in
            let (owner, token) = try await collide(test)
            let hash = Data(token.utf8).sha256
            #expect(try await test.store.read { try $0.pendingCredential(tokenHash: hash) } != nil)
            #expect(try await test.store.read { try $0.pendingCredential(tokenHash: Data(token.utf8)) } == nil)
            try await test.engine.deleteOwnAccount(idToken: owner.tokens.idToken, in: test.scope)
            await #expect(throws: AuthError.invalidPendingToken) { try await test.redeem(token) }
        }
    }

    @Test func `T028 a link to somebody else's identity opens nothing by itself`() async throws {
        try await TestEngine.run { test in
            let victim = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            let other = try await test.signUp("other@x.com")
            let outcome = try await test.present(.of(.google, "g", email: "v@gmail.com"), idToken: other.tokens.idToken)
            #expect(outcome.collision?.refusal == .alreadyLinked(to: victim.account.id))
            let token = try #require(outcome.collision?.pendingToken)
            // The owner of the identity may sign in with it instead, as the SDK offers.
            #expect(try await test.redeem(token).signedIn?.account.id == victim.account.id)
        }
    }

    @Test("a collision names the federated providers, unless the project hides that", arguments: [false, true])
    func providers(isPrivate: Bool) async throws {
        try await TestEngine.run(configure: { $0.emailPrivacy = isPrivate }) { test in
            let owner = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            _ = try await test.link("v@gmail.com", to: owner)
            let collision = try await test.present(.of(.acme, "s", email: "v@gmail.com")).collision
            #expect(collision?.providers == (isPrivate ? [] : [.google]))
            #expect(collision?.pendingToken != nil)
        }
    }
}
