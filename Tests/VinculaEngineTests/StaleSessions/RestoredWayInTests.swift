import Testing
import VinculaCore
import VinculaEngine

/// What the button of a notice leaves where mail does not lead back to the account.
struct RestoredWayInTests {
    @Test func `T035 what a button brought back, no other mail takes off`() async throws {
        try await TestEngine.run(configure: { $0.emailEnabled = false }) { plain in
            let test = plain.withMail
            let owner = try #require(try await test.present(OwnedAccount.google).signedIn)
            let linked = try #require(try await test.present(OwnedAccount.facebook, idToken: owner.tokens.idToken).signedIn)
            _ = try await test.update(linked) { $0.deleteProviders = [.google] }
            test.clock.advance(seconds: 301)
            _ = try await test.present(.of(.acme, "thief"), idToken: linked.tokens.idToken)
            let button = try #require(try await test.buttons.last)
            _ = try await test.engine.applyActionCode(button, in: test.scope)
            let account = try #require(try await test.account(owner.account.id))
            #expect(account.identities.map(\.key) == [OwnedAccount.google.key])
            #expect(try await test.buttons.isEmpty)
            #expect(try await test.present(OwnedAccount.google).signedIn?.account.id == account.id)
        }
    }

    @Test func `T035 a button leaves the owner's only way in, however new it is`() async throws {
        try await TestEngine.run(configure: { $0.emailEnabled = false }) { plain in
            let test = plain.withMail
            let owner = try #require(try await test.present(OwnedAccount.acme).signedIn)
            let linked = try #require(try await test.present(OwnedAccount.facebook, idToken: owner.tokens.idToken).signedIn)
            _ = try await test.update(linked) { $0.deleteProviders = [.acme] }
            // Nobody could be told before: no mail remembers what was there.
            let id = owner.account.id
            try await test.administer(id) {
                $0.email = OwnedAccount.mailbox
                $0.emailVerified = true
            }
            let stolen = try #require(try await test.present(OwnedAccount.facebook).signedIn)
            test.clock.advance(seconds: 301)
            _ = try await test.present(.of(.acme, "thief"), idToken: stolen.tokens.idToken)
            let button = try #require(try await test.buttons.last)
            _ = try await test.engine.applyActionCode(button, in: test.scope)
            #expect(try await test.account(id)?.identities.map(\.key) == [OwnedAccount.facebook.key])
        }
    }
}

extension TestEngine {
    /// The open codes of notices that take a way in off.
    fileprivate var buttons: [String] {
        get async throws {
            try await engine.openActionCodes(in: scope).filter { $0.purpose == .revertSignInMethodAddition }.map(\.code)
        }
    }
}
