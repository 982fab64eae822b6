import Testing
import VinculaCore
import VinculaEngine

/// The actions of people. Everybody uses only what they have (their own passwords, provider accounts, sessions and pending
/// tokens), but they may name anybody's email.
extension Sequence {
    func act(_ person: Person) async throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<13: try await signUp(person)
        case 13..<21: try await signInWithPassword(person)
        case 21..<25: try await signUpAnonymously(person)
        case 25..<44: try await signInWithProvider(person)
        case 44..<57: try await linkProvider(person)
        case 57..<61: try await linkPassword(person)
        case 61..<65: try await reauthenticate(person)
        case 65..<69: try await unlink(person)
        case 69..<73: try await delete(person)
        case 73..<81: try await refresh(person)
        case 81..<85: try await updateEmail(person)
        case 85..<88: try await updatePassword(person)
        case 88..<94: try await redeem(person)
        case 94..<97: try await administer(person)
        default:
            operation = "time passes"
            test.clock.advance(seconds: Int64(pick([1, 59, 61, 301, 901, 3601])))
        }
        test.clock.advance(milliseconds: Int64(pick([0, 0, 0, 400, 1000])))
    }

    private func anyEmail(_ person: Person) -> EmailAddress { chance(45) ? pick(person.emails) : pick(Person.allEmails) }

    /// One of the person's sign-ins, the lively ones first; dead ones are tried now and then.
    private func ticket(_ person: Person) -> Int? {
        let own = tickets.indices.filter { tickets[$0].person == person }
        let alive = own.filter { !tickets[$0].isDead }
        if alive.isEmpty || chance(5) { return own.isEmpty ? nil : pick(own) }
        return pick(alive.suffix(4))
    }

    private func signUp(_ person: Person) async throws {
        let email = anyEmail(person)
        operation += " signs up as \(email)"
        let signedIn = try await test.signUp(email.value, pick(person.passwords))
        expect(!signedIn.account.emailVerified)
        try await arrive(person, signedIn, isSignIn: true)
    }

    private func signInWithPassword(_ person: Person) async throws {
        let email = anyEmail(person)
        operation += " signs in as \(email)"
        try await arrive(person, try await test.signIn(email.value, pick(person.passwords)), isSignIn: true)
    }

    private func signUpAnonymously(_ person: Person) async throws {
        operation += " comes anonymously"
        try await arrive(person, try await test.engine.signUpAnonymously(in: test.scope), isSignIn: true)
    }

    private func signInWithProvider(_ person: Person) async throws {
        let presented = person.presents(using: &generator)
        operation += " signs in with \(presented.brief)"
        try await receive(try await test.present(presented), person, presented)
    }

    private func linkProvider(_ person: Person) async throws {
        guard let index = ticket(person) else { return }
        let presented = person.presents(using: &generator)
        operation += " links \(presented.brief) to \(tickets[index].account)"
        let outcome = try await test.present(presented, idToken: tickets[index].idToken)
        try await receive(outcome, person, presented, linksTo: tickets[index].account, isSignIn: false)
    }

    private func linkPassword(_ person: Person) async throws {
        guard let index = ticket(person) else { return }
        let id = tickets[index].account
        let email = anyEmail(person)
        operation += " links password of \(email) to \(id)"
        let request = PasswordSignUp(email: email.value, password: pick(person.passwords), displayName: nil)
        let signedIn = try await test.engine.linkPassword(request, idToken: tickets[index].idToken, in: test.scope)
        expect(signedIn.account.id == id)
        if let old = before[id], old.isAnonymous { try await expectDead(ticketsOf: id) }
        try await arrive(person, signedIn, isSignIn: false)
    }

    private func reauthenticate(_ person: Person) async throws {
        let index = chance(70) ? ticket(person) : nil
        let presented = person.presents(using: &generator)
        operation += " reauthenticates with \(presented.brief)"
        let outcome = try await test.present(presented, idToken: index.map { tickets[$0].idToken }, autoCreate: false)
        if let signedIn = outcome.signedIn {
            let holder = before.values.first { $0.identities.contains { $0.key == presented.key } }
            expect(signedIn.account.id == holder?.id)
            if let index { expect(signedIn.account.id == tickets[index].account, "reauthenticated as another") }
        }
        try await receive(outcome, person, presented, isSignIn: false)
    }

    private func unlink(_ person: Person) async throws {
        guard let index = ticket(person) else { return }
        let provider = pick([ProviderID.google, .facebook, .acme, .password, .phone])
        operation += " unlinks \(provider) of \(tickets[index].account)"
        try await change(index) { $0.deleteProviders = [provider] }
    }

    private func delete(_ person: Person) async throws {
        guard let index = ticket(person) else { return }
        operation += " deletes \(tickets[index].account)"
        try await test.engine.deleteOwnAccount(idToken: tickets[index].idToken, in: test.scope)
        expect(reach[tickets[index].account] == person)
        expect(try await test.account(tickets[index].account) == nil)
    }

    private func updateEmail(_ person: Person) async throws {
        guard let index = ticket(person) else { return }
        let email = anyEmail(person)
        operation += " changes the email of \(tickets[index].account) to \(email)"
        try await change(index) { $0.email = email.value }
    }

    private func updatePassword(_ person: Person) async throws {
        guard let index = ticket(person) else { return }
        let password = pick(person.passwords)
        operation += " changes the password of \(tickets[index].account)"
        try await change(index) { $0.password = password }
    }

    private func change(_ index: Int, _ change: (inout OwnAccountUpdate) -> Void) async throws {
        var update = OwnAccountUpdate()
        change(&update)
        let id = tickets[index].account
        let person = tickets[index].person
        let changed = try await test.engine.updateOwnAccount(update, idToken: tickets[index].idToken, in: test.scope)
        expect(changed.account.id == id && reach[id] == person)
        let isSensitive = update.password != nil || changed.account.email != nil && changed.account.email != before[id]?.email
        expect((changed.tokens != nil) == isSensitive)
        guard let tokens = changed.tokens else { return }
        try await expectDead(ticketsOf: id)
        tickets.append(
            Ticket(person: person, account: id, idToken: tokens.idToken, refreshToken: tokens.refreshToken))
    }

    private func refresh(_ person: Person) async throws {
        let own = tickets.indices.filter { tickets[$0].person == person && !tickets[$0].isDead && !tickets[$0].isSessionOver }
        guard let index = chance(60) ? own.last : ticket(person) else { return }
        operation += " refreshes a session of \(tickets[index].account)"
        let isAlive = !tickets[index].isDead && !tickets[index].isSessionOver
        do {
            let signedIn = try await test.refresh(tickets[index].refreshToken)
            expect(isAlive && signedIn.account.id == tickets[index].account)
            expect(reach[signedIn.account.id] == person)
            expect(signedIn.tokens.refreshToken == tickets[index].refreshToken, "a token keeps its value")
            tickets[index].idToken = signedIn.tokens.idToken
        } catch let error as AuthError {
            expect(!isAlive, "a session that is alive must go on, but \(error)")
            tickets[index].isSessionOver = true
            throw error
        }
    }

    private func redeem(_ person: Person) async throws {
        guard let held = pending.lastIndex(where: { $0.person == person }) else { return }
        let ticket = pending.remove(at: held)
        let index = chance(60) ? self.ticket(person) : nil
        operation += " redeems \(ticket.presented.brief), that collided with \(ticket.collidedWith?.value ?? "?")"
        let outcome = try await test.redeem(ticket.token, idToken: index.map { tickets[$0].idToken })
        if outcome.signedIn != nil { count(.redemption) }
        if let index, outcome.signedIn != nil {
            expect(tickets[index].account == ticket.collidedWith, "T032: another account took it")
        }
        try await receive(
            outcome, person, ticket.presented, linksTo: index.map { tickets[$0].account }, isSignIn: index == nil)
        guard outcome.signedIn != nil else { return }
        let test = test
        await #expect(throws: AuthError.invalidPendingToken, place) { _ = try await test.redeem(ticket.token) }
    }

    private func administer(_ person: Person) async throws {
        guard !order.isEmpty else { return }
        let id = pick(order)
        guard before[id]?.isDisabled == false else {
            operation = "an administrator enables \(id)"
            try await test.administer(id) { $0.isDisabled = false }
            return
        }
        if chance(60), let phone = reach[id]?.phone {
            operation = "an administrator gives \(id) a phone"
            try await test.administer(id) { $0.phoneNumber = phone.value }
        } else {
            operation = "an administrator disables \(id)"
            try await test.administer(id) { $0.isDisabled = true }
            try await expectDead(ticketsOf: id)
        }
    }
}

extension PresentedIdentity {
    fileprivate var brief: String { "\(key.provider) \(key.subject) (\(email?.value ?? "no email"), \(ownership))" }
}
