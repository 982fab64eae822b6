import Testing
import VinculaCore
import VinculaEngine

/// The actions of the thief: with stale sessions only, and with credentials of their own.
extension StaleSequence {
    func actAsThief() async throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<25: try await link()
        case 25..<45: try await comeIn()
        case 45..<52: try await redeem()
        case 52..<70: try await change()
        case 70..<76: try await takePassword()
        case 76..<80: try await enrol()
        case 80..<90: try await askForMail()
        default: try await readThiefsMail()
        }
    }

    /// One of the thief's stale sessions, with an ID token that has not expired; those that are over are thrown away.
    private func staleToken() async throws -> String? {
        let stale = loot.indices.filter { now.seconds - loot[$0].authTime.seconds > RecentSignIn.seconds }
        guard !stale.isEmpty else { return nil }
        let index = pick(stale)
        guard now.seconds(since: loot[index].refreshedAt) > 3000 else { return loot[index].idToken }
        do {
            let signedIn = try await test.refresh(loot[index].refreshToken)
            let refreshed = HeldSession(signedIn, now: now)
            expect(refreshed.authTime == loot[index].authTime, "a refresh makes fresh")
            loot[index] = refreshed
            return refreshed.idToken
        } catch let error as AuthError {
            loot.remove(at: index)
            throw error
        }
    }

    private func link() async throws {
        guard let token = try await staleToken() else { return }
        let presented = pick(Thief.identities)
        operation = "the thief links \(presented.key.provider) \(presented.key.subject)"
        try await receive(try await test.present(presented, idToken: token), isLink: true)
    }

    private func comeIn() async throws {
        let added = try await test.account(id)?.identities.map(\.key) ?? []
        let inside = Thief.identities.filter { added.contains($0.key) }
        // Mostly with one that leads into the account.
        let presented = pick(inside.isEmpty || chance(20) ? Thief.identities : inside)
        operation = "the thief signs in with \(presented.key.provider) \(presented.key.subject)"
        let again = chance(20)
        let token = again ? try await staleToken() : nil
        try await receive(try await test.present(presented, idToken: token, autoCreate: !again), isLink: false)
    }

    private func redeem() async throws {
        guard let pending = pendingTokens.popLast() else { return }
        let token = chance(80) ? try await staleToken() : nil
        operation = "the thief redeems a pending token, \(token == nil ? "alone" : "with a session")"
        try await receive(try await test.redeem(pending, idToken: token), isLink: token != nil)
    }

    private func receive(_ outcome: ProviderSignIn.Outcome, isLink: Bool) async throws {
        if let token = outcome.collision?.pendingToken { pendingTokens.append(token) }
        guard let signedIn = outcome.signedIn else { return }
        guard isLink || signedIn.account.id == id else { return try await leave(signedIn) }
        expectStale(signedIn)
        count(isLink ? .link : .thiefInside)
    }

    /// Deletes an account of the thief's own, so that what it began with can be linked.
    private func leave(_ signedIn: SignedIn) async throws {
        expect(signedIn.account.id != id, "the owner's account")
        operation += ", into an account of their own"
        try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
    }

    private func change() async throws {
        guard let token = try await staleToken() else { return }
        var update = OwnAccountUpdate()
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: update.password = Thief.password
        case 1: update.email = Thief.mailbox
        case 2: update.displayName = "a thief"
        case 3: update.photoURL = "https://evil.example/a.png"
        case 4: update.deleteAttributes = [pick(AccountAttribute.allCases)]
        case 5: return try await deleteAccount(token)
        default: update.deleteProviders = [pick([.password, .phone, .google, .acme, .facebook, .apple, .microsoft])]
        }
        operation = "the thief changes \(update)"
        _ = try await test.engine.updateOwnAccount(update, idToken: token, in: test.scope)
    }

    private func deleteAccount(_ token: String) async throws {
        operation = "the thief deletes the account"
        try await test.engine.deleteOwnAccount(idToken: token, in: test.scope)
    }

    private func takePassword() async throws {
        guard let token = try await staleToken() else { return }
        operation = "the thief links a password"
        let email = pick([Thief.mailbox, OwnedAccount.mailbox])
        let signedIn = try await test.engine.linkPassword(
            PasswordSignUp(email: email, password: Thief.password, displayName: nil), idToken: token, in: test.scope)
        expect(signedIn.account.id != id, "the thief's password is on the account")
    }

    private func enrol() async throws {
        guard let token = try await staleToken() else { return }
        operation = "the thief enrols an authenticator app"
        _ = try await test.engine.startEnrollment(idToken: token, in: test.scope)
        expect(false, "a stale session enrols")
    }

    private func askForMail() async throws {
        let token = try await staleToken()
        let purpose = pick([ActionCodePurpose.resetPassword, .signIn, .verifyEmail, .verifyAndChangeEmail])
        var request = ActionCodeRequest(purpose, target: ActionCode.Target())
        request.email = pick([Thief.mailbox, OwnedAccount.mailbox])
        request.newEmail = Thief.mailbox
        request.idToken = token
        operation = "the thief asks for a mail: \(purpose) to \(request.email ?? "")"
        _ = try await test.engine.actionCodes.sendActionCode(request, in: test.scope)
    }

    /// Uses a code that the thief's own mailbox got.
    private func readThiefsMail() async throws {
        let codes = try await test.engine.actionCodes.openActionCodes(in: test.scope)
        guard let code = codes.last(where: { ($0.newEmail ?? $0.email)?.value == Thief.mailbox }) else { return }
        operation = "the thief uses a \(code.purpose)"
        switch code.purpose {
        case .resetPassword:
            _ = try await test.engine.actionCodes.resetPassword(code.code, to: Thief.password, in: test.scope)
        case .signIn:
            let token = chance(70) ? try await staleToken() : nil
            let outcome = try await test.engine.signInWithEmailLink(
                email: Thief.mailbox, code: code.code, idToken: token, in: test.scope
            ).outcome
            try await leave(try outcome.requireSignedIn())
        default: _ = try await test.engine.actionCodes.applyActionCode(code.code, in: test.scope)
        }
    }
}
