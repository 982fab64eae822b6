import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The model's judgement of a sign-in.
extension Sequence {
    /// A person got tokens.
    ///
    /// - Parameters:
    ///   - presented: The identity that they came with; `nil` for a password, a session or nothing.
    ///   - isSignIn: Whether they came without a session; only then may an account change hands.
    func arrive(_ person: Person, _ signedIn: SignedIn, presented: PresentedIdentity? = nil, isSignIn: Bool) async throws {
        let id = signedIn.account.id
        expect(JSONWebToken(signedIn.tokens.idToken)?.claims["sub"]?.string == id.value)
        let ticket = Ticket(
            person: person, account: id, idToken: signedIn.tokens.idToken, refreshToken: signedIn.tokens.refreshToken)

        guard let old = before[id] else {
            expect(isSignIn, "only a sign-in makes an account")
            expect(reach[id] == nil, "an id that was used before")
            count(.creation)
            reach[id] = person
            order.append(id)
            tickets.append(ticket)
            return
        }
        guard isSignIn, let presented, isPurge(of: old, by: presented) else {
            expect(reach[id] == person, "\(person) reached an account of \(String(describing: reach[id]))")
            expect(!old.isDisabled, "a disabled account opened")
            tickets.append(ticket)
            return
        }
        count(.purge)
        if reach[id] != person { count(.takeOver) }
        reach[id] = person
        try await expectDead(ticketsOf: id)
        try await expectDead(pendingOf: id)
        try await expectPurged(id, old: old, presented: presented)
        tickets.append(ticket)
    }

    /// The one way in which an account changes hands: see ``Sequence``.
    private func isPurge(of old: Account, by presented: PresentedIdentity) -> Bool {
        let isHeld = before.values.contains { $0.identities.contains { $0.key == presented.key } }
        return onePerEmail && !isHeld && presented.ownership == .proven && presented.email != nil
            && old.email == presented.email && !old.emailVerified
    }

    /// Nothing of whoever had the account before is left.
    private func expectPurged(_ id: AccountID, old: Account, presented: PresentedIdentity) async throws {
        let account = try #require(try await test.account(id))
        expect(account.identities == [presented.identity])
        expect(account.password == nil && account.phone == nil && account.initialEmail == nil)
        expect(account.displayName == presented.profile.displayName && account.photoURL == presented.profile.photoURL)
        expect(account.email == old.email && account.emailVerified)
        expect(account.generation != old.generation)
    }

    private func expectDead(pendingOf id: AccountID) async throws {
        let test = test
        for ticket in pending where ticket.collidedWith == id {
            await #expect(throws: AuthError.invalidPendingToken, place) { _ = try await test.redeem(ticket.token) }
        }
        pending.removeAll { $0.collidedWith == id }
    }

    /// The outcome of a federated sign-in, link, reauthentication or redemption.
    func receive(
        _ outcome: ProviderSignIn.Outcome, _ person: Person, _ presented: PresentedIdentity, linksTo target: AccountID? = nil,
        isSignIn: Bool = true
    ) async throws {
        switch outcome {
        case .collided(let collision):
            count(.collision)
            operation += " → \(collision.refusal)"
            expect(try await accounts() == before, "a collision changes nothing")
            guard let token = collision.pendingToken else { return }
            pending.append(
                PendingTicket(person: person, token: token, presented: presented, collidedWith: collision.refusal.holder))
        case .passed(let outcome, let isNewUser, let emailRecycled):
            let signedIn = try outcome.requireSignedIn()
            expect(isNewUser == (before[signedIn.account.id] == nil))
            if let target { expect(signedIn.account.id == target, "a link opened another account") }
            let now = try #require(try await test.account(signedIn.account.id))
            expect(now.identities.contains { $0.key == presented.key })
            try await arrive(person, signedIn, presented: presented, isSignIn: isSignIn)
            let old = before[signedIn.account.id]
            if target != nil { count(.link) }
            if emailRecycled { count(.recycling) }
            // A recycled address and the upgrade of an anonymous account end what was before.
            if let old, emailRecycled || old.isAnonymous && now.generation != old.generation {
                try await expectDead(ticketsOf: old.id, except: tickets.indices.last)
            }
            if let old, old.isAnonymous { expect(isSignIn || now.generation != old.generation, "T012") }
        }
    }
}

extension LinkingRefusal {
    var holder: AccountID? {
        switch self {
        case .needsConfirmation(let id), .alreadyLinked(let id), .emailExists(let id): id
        default: nil
        }
    }
}
