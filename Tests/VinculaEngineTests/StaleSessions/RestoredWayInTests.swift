import Testing
import VinculaCore
import VinculaEngine

/// The sign-in methods left by the button of a notice where mail does not lead back to the account.
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
            _ = try await test.engine.actionCodes.applyActionCode(button, in: test.scope)
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
            _ = try await test.engine.actionCodes.applyActionCode(button, in: test.scope)
            #expect(try await test.account(id)?.identities.map(\.key) == [OwnedAccount.facebook.key])
        }
    }

    @Test(
        "T060 a phone number that does not sign in does not keep the owner's way in from coming back", arguments: [false, true])
    func phone(_ isNew: Bool) async throws {
        try await TestEngine.run(configure: {
            $0.emailEnabled = false
            $0.phone.isEnabled = false
        }) { plain in
            let test = plain.withMail
            let owner = try #require(try await test.present(OwnedAccount.google).signedIn)
            let id = owner.account.id
            if !isNew { try await test.administer(id) { $0.phoneNumber = "+15550100009" } }
            // Even a thief who was quick.
            let linked = try #require(try await test.present(.of(.acme, "thief"), idToken: owner.tokens.idToken).signedIn)
            _ = try await test.update(linked) { $0.deleteProviders = [.google] }
            if isNew { try await test.administer(id) { $0.phoneNumber = "+15550100009" } }
            let button = try #require(try await test.buttons.last)
            _ = try await test.engine.actionCodes.applyActionCode(button, in: test.scope)
            let account = try #require(try await test.account(id))
            #expect(account.federatedIdentities.map(\.key) == [OwnedAccount.google.key])
            #expect(account.phone?.value == (isNew ? nil : "+15550100009"))
            #expect(try await test.present(OwnedAccount.google).signedIn?.account.id == id)
        }
    }

    @Test(
        "T060 if the owner's earlier sign-in methods are unknown, a phone number counts as one where it signs in",
        arguments: [true, false])
    func phoneAndNothingSettled(signsIn: Bool) async throws {
        try await TestEngine.run(configure: {
            $0.emailEnabled = false
            $0.phone.isEnabled = signsIn
        }) { plain in
            let test = plain.withMail
            let owner = try #require(try await test.present(OwnedAccount.acme).signedIn)
            let id = owner.account.id
            let linked = try #require(try await test.present(OwnedAccount.facebook, idToken: owner.tokens.idToken).signedIn)
            _ = try await test.update(linked) { $0.deleteProviders = [.acme] }
            try await test.administer(id) {
                $0.email = OwnedAccount.mailbox
                $0.emailVerified = true
                $0.phoneNumber = "+15550100009"
            }
            let stolen = try #require(try await test.present(OwnedAccount.facebook).signedIn)
            test.clock.advance(seconds: 301)
            _ = try await test.present(.of(.acme, "thief"), idToken: stolen.tokens.idToken)
            let button = try #require(try await test.buttons.last)
            _ = try await test.engine.actionCodes.applyActionCode(button, in: test.scope)
            let left = try await test.account(id)
            #expect(left?.federatedIdentities.map(\.key) == (signsIn ? [] : [OwnedAccount.facebook.key]))
            #expect(left?.phone?.value == "+15550100009")
        }
    }

    @Test("T060 a button removes what a stale session added, however long ago", arguments: [true, false], [8, 400])
    func longAgo(emailEnabled: Bool, days: Int64) async throws {
        try await TestEngine.run(configure: { $0.emailEnabled = emailEnabled }) { plain in
            let test = plain.withMail
            let owner = try #require(try await test.present(OwnedAccount.google).signedIn)
            let id = owner.account.id
            test.clock.advance(seconds: 301)
            _ = try await test.present(.of(.acme, "thief"), idToken: owner.tokens.idToken)
            // The owner does not read the mail: the thief counts as fresh.
            test.clock.advance(seconds: days * 24 * 3600)
            let thief = try #require(try await test.present(.of(.acme, "thief")).signedIn)
            _ = try await test.present(.of(.facebook, "thief"), idToken: thief.tokens.idToken)
            let button = try #require(try await test.buttons.last)
            _ = try await test.engine.actionCodes.applyActionCode(button, in: test.scope)
            #expect(try await test.account(id)?.identities.map(\.key) == [OwnedAccount.google.key])
            #expect(try await test.present(.of(.acme, "thief")).signedIn?.account.id != id)
            #expect(try await test.present(OwnedAccount.google).signedIn?.account.id == id)
        }
    }
}

extension TestEngine {
    /// The open codes of notices that take a way in off.
    fileprivate var buttons: [String] {
        get async throws {
            try await engine.actionCodes.openActionCodes(in: scope).filter { $0.purpose == .revertSignInMethodAddition }.map(
                \.code)
        }
    }
}
