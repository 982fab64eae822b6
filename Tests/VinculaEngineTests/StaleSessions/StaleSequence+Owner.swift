import Testing
import VinculaCore
import VinculaEngine

/// The actions of the owner, and of an administrator.
extension StaleSequence {
    func actAsOwner() async throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<45: expectFresh(try await ownerSignsIn())
        case 45..<55: try await linkFreshly()
        case 55..<67: try await linkLate()
        case 67..<75: try await unlink()
        case 75..<83: try await setPassword()
        case 83..<89: try await reset()
        case 89..<92: try await verify()
        default: try await pressButton()
        }
    }

    /// Signs in by any of the ways in that must open the account.
    private func ownerSignsIn() async throws -> SignedIn {
        operation = "the owner signs in"
        let ways = owned.identities.indices.map(Optional.some) + (owned.password == nil ? [] : [nil])
        do {
            guard let index = pick(ways) else { return try await test.signIn(OwnedAccount.mailbox, owned.password ?? "") }
            return try #require(try await test.present(owned.identities[index].presented).signedIn)
        } catch {
            expect(false, "the owner is locked out: \(error)")
            throw error
        }
    }

    private func linkFreshly() async throws {
        let signedIn = try await ownerSignsIn()
        let presented = pick([OwnedAccount.acme, OwnedAccount.facebook])
        operation = "the owner links \(presented.key.provider), freshly"
        guard let linked = try await test.present(presented, idToken: signedIn.tokens.idToken).signedIn else { return }
        expectFresh(linked)
        owned.identities.append(OwnedAccount.WayIn(presented: presented, since: now))
    }

    /// Links by a session that is as old as the thief's: it may be taken off, like theirs.
    private func linkLate() async throws {
        guard let session = earlier.last, now.seconds(since: session.refreshedAt) < 3600 else { return }
        let presented = pick([OwnedAccount.acme, OwnedAccount.facebook])
        operation = "the owner links \(presented.key.provider), late"
        guard let linked = try await test.present(presented, idToken: session.idToken).signedIn else { return }
        guard RecentSignIn.isRecent(session.authTime, now: now) else {
            return expect(!RecentSignIn.isRecent(HeldSession(linked, now: now).authTime, now: now), "a link makes fresh")
        }
        owned.identities.append(OwnedAccount.WayIn(presented: presented, since: now))
    }

    private func unlink() async throws {
        let signedIn = try await ownerSignsIn()
        let account = try #require(try await test.account(id))
        let isTheirs = { (key: IdentityKey) in self.owned.identities.contains { $0.presented.key == key } }
        let others = account.identities.map(\.key).filter { !isTheirs($0) }
        if let key = others.first, chance(70) {
            operation = "the owner unlinks \(key.provider), which they did not add freshly"
            _ = try await test.update(signedIn) { $0.deleteProviders = [key.provider] }
            return
        }
        guard owned.identities.count + (owned.password == nil ? 0 : 1) > 1,
            let index = owned.identities.indices.randomElement(
                using: &generator)
        else { return }
        let provider = owned.identities[index].presented.key.provider
        operation = "the owner unlinks \(provider)"
        _ = try await test.update(signedIn) { $0.deleteProviders = [provider] }
        owned.identities.remove(at: index)
    }

    private func setPassword() async throws {
        guard owned.password != nil else { return }
        let signedIn = try await ownerSignsIn()
        let password = "the owner's \(step)"
        operation = "the owner changes the password"
        let changed = try await test.update(signedIn) { $0.password = password }
        owned.password = password
        try await expectNoThief()
        let tokens = try #require(changed.tokens)
        expectFresh(try await test.refresh(tokens.refreshToken))
    }

    private func reset() async throws {
        guard owned.kind != .googleAlone, let email = owned.email else { return }
        operation = "the owner resets the password"
        var request = ActionCodeRequest(.resetPassword, target: ActionCode.Target())
        request.email = email.value
        _ = try await test.engine.actionCodes.sendActionCode(request, in: test.scope)
        let code = try #require(try await ownersCode(.resetPassword))
        let password = "the owner's \(step)"
        try await test.engine.actionCodes.resetPassword(code, to: password, in: test.scope)
        // Whoever proves an address that nobody had proven purges the account.
        if !owned.emailVerified { owned.identities = [] }
        owned.emailVerified = true
        owned.password = password
        try await expectNoThief()
    }

    /// Follows a link that somebody asked for, to confirm the address.
    private func verify() async throws {
        guard let code = try await ownersCode(.verifyEmail) else { return }
        operation = "the owner confirms the address"
        _ = try await test.engine.actionCodes.applyActionCode(code, in: test.scope)
        owned.emailVerified = true
    }

    /// Presses the button of the last mail that tells of a way in, and sets a new password where mail leads back.
    func pressButton() async throws {
        guard let code = try await ownersCode(.revertSignInMethodAddition) else {
            expect(thiefSince == nil || !isTold, "nobody told the owner")
            // Of what was added before the address was proven, no mail told.
            return try await reset()
        }
        operation += " the owner presses the button"
        count(.button)
        _ = try await test.engine.actionCodes.applyActionCode(code, in: test.scope)
        // Of the owner's own, those go that came in the week before the mail.
        let account = try #require(try await test.account(id))
        let old = owned.identities.filter { $0.since.map { now.seconds(since: $0) > 2 * Double(Probation.seconds) } ?? true }
        for wayIn in old {
            expect(account.identities.contains { $0.key == wayIn.presented.key }, "the button took \(wayIn.presented.key)")
        }
        owned.identities.removeAll { wayIn in !account.identities.contains { $0.key == wayIn.presented.key } }
        owned.password = nil
        if owned.kind == .googleAlone, owned.identities.isEmpty {
            // Mail does not lead back: one that they had before does, also where they had removed it themselves.
            expect(!account.identities.isEmpty, "no way in came back")
            owned.identities = OwnedAccount.identities.filter { theirs in account.identities.contains { $0.key == theirs.key } }
                .map { OwnedAccount.WayIn(presented: $0, since: nil) }
        }
        try await expectNoThief()
        thiefSince = nil
        try await reset()
    }

    private func ownersCode(_ purpose: ActionCodePurpose) async throws -> String? {
        try await test.engine.actionCodes.openActionCodes(in: test.scope).last {
            $0.purpose == purpose && $0.email?.value == OwnedAccount.mailbox
        }?.code
    }

    func actAsAdministrator() async throws {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            operation = "an administrator revokes"
            let second = now.seconds
            try await test.administer(id) { $0.validSince = second }
            try await expectNoThief()
        case 1:
            operation = "an administrator revokes what is older than a moment ago"
            let second = now.seconds - pick([70, 200])
            // A day ago, say, an older moment than this may have been set.
            loot.removeAll { $0.authTime.seconds >= second }
            earlier.removeAll { $0.authTime.seconds < second }
            let fresh = earlier
            try await test.administer(id) { $0.validSince = second }
            try await expectNoThief()
            earlier = fresh
        default:
            operation = "an administrator disables the account for a while"
            try await test.administer(id) { $0.isDisabled = true }
            try await test.administer(id) { $0.isDisabled = false }
            try await expectNoThief()
        }
    }
}
