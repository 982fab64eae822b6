import TestStores
import Testing
import VinculaCore
import VinculaEngine

/// Many requests for the same thing at the same moment, on a file as in production, and at two servers on one PostgreSQL.
struct ParallelTests {
    /// Starts a job so many times at once and waits for all of them.
    private func race<Outcome: Sendable>(
        _ count: Int = 64, _ job: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for number in 0..<count { group.addTask { try await job(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(arguments: TestDatabase.parallel)
    func `of 64 accounts that link one identity, one gets it`(database: TestDatabase) async throws {
        try await TestEngine.run(on: database) { test in
            let signedIn = try await race { try await test.signUp("person-\($0)@example.com") }
            let presented = PresentedIdentity.of(.acme, "wanted", email: "nobody@example.com")
            let outcomes = try await race { number in
                try await test.present(presented, idToken: signedIn[number].tokens.idToken)
            }
            let winners = outcomes.compactMap(\.signedIn)
            let winner = try #require(winners.first?.account.id)
            #expect(winners.count == 1)
            let collisions = outcomes.compactMap(\.collision)
            #expect(collisions.count == 63)
            #expect(collisions.allSatisfy { $0.refusal == .alreadyLinked(to: winner) && $0.pendingToken != nil })
            let scope = test.scope
            #expect(try await test.store.read { try $0.account(identity: presented.key, in: scope)?.id } == winner)
            try await test.expectAccounts(64)
        }
    }

    @Test(arguments: TestDatabase.parallel)
    func `of 64 sign-ups of one address, one makes an account`(database: TestDatabase) async throws {
        try await TestEngine.run(on: database) { test in
            let spellings = ["wanted@example.com", "Wanted@Example.com", "WANTED@EXAMPLE.COM", "wanteD@exampLE.com"]
            let errors = try await race { number -> AuthError? in
                do {
                    try await test.signUp(spellings[number % spellings.count], "secret \(number)")
                    return nil
                } catch let error as AuthError {
                    return error
                }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.count { $0 == .emailExists } == 63)
            try await test.expectAccounts(1)
        }
    }

    @Test(arguments: TestDatabase.parallel)
    func `of 64 first sign-ins of one identity, one makes the account and all open it`(database: TestDatabase) async throws {
        try await TestEngine.run(on: database) { test in
            let presented = PresentedIdentity.of(.google, "new", email: "new@gmail.com")
            let outcomes = try await race { _ in try await test.present(presented) }
            #expect(outcomes.count(where: \.isNewUser) == 1)
            #expect(outcomes.compactMap(\.signedIn).count == 64)
            #expect(Set(outcomes.compactMap(\.signedIn?.account.id)).count == 1)
            try await test.expectAccounts(1)
        }
    }

    @Test(arguments: TestDatabase.parallel)
    func `64 first sign-ins of as many owners of one squatted address cannot share it`(database: TestDatabase) async throws {
        try await TestEngine.run(on: database) { test in
            let squatter = try await test.signUp("wanted@gmail.com")
            let presented = PresentedIdentity.of(.google, "owner", email: "wanted@gmail.com")
            let outcomes = try await race { number in
                number.isMultiple(of: 2)
                    ? try await test.present(presented)
                    : try await test.present(.of(.acme, "claims-\(number)", email: "wanted@gmail.com"))
            }
            #expect(outcomes.compactMap(\.signedIn).count == 32)
            #expect(Set(outcomes.compactMap(\.signedIn?.account.id)) == [squatter.account.id])
            #expect(outcomes.compactMap(\.collision).allSatisfy { $0.refusal == .needsConfirmation(by: squatter.account.id) })
            let account = try await test.account(squatter.account.id)
            #expect(account?.identities.map(\.key) == [presented.key])
            await test.expectDead(squatter)
        }
    }

    @Test("T106 parallel refreshes of one token are benign if tokens rotate", arguments: [8, 64], TestDatabase.parallel)
    func refreshes(count: Int, database: TestDatabase) async throws {
        try await TestEngine.run(on: database, configure: { $0.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0)) }) {
            test in
            let signedIn = try await test.signUp("person@example.com")
            let refreshed = try await race(count) { _ in try await test.refresh(signedIn) }
            let children = Set(refreshed.map(\.tokens.refreshToken))
            #expect(refreshed.count == count)
            #expect(children.count == 1)
            #expect(!children.contains(signedIn.tokens.refreshToken))
            let child = try #require(children.first)
            let grandchild = try await test.refresh(child)
            #expect(grandchild.account.id == signedIn.account.id)
            // One active successor; the first token leads to it for an hour.
            #expect(try await test.refresh(signedIn).tokens.refreshToken == grandchild.tokens.refreshToken)
            test.clock.advance(seconds: 3601)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(signedIn) }
        }
    }

    @Test(arguments: TestDatabase.parallel)
    func `T032 a pending credential is redeemed once, by 64 at once`(database: TestDatabase) async throws {
        try await TestEngine.run(on: database) { test in
            let owner = try await test.signUp("person@example.com")
            let outcome = try await test.present(.of(.acme, "mine", email: "person@example.com"))
            let token = try #require(outcome.collision?.pendingToken)
            let errors = try await race { _ -> AuthError? in
                do {
                    let outcome = try await test.redeem(token, idToken: owner.tokens.idToken)
                    #expect(outcome.signedIn?.account.id == owner.account.id)
                    return nil
                } catch let error as AuthError {
                    return error
                }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.count { $0 == .invalidPendingToken } == 63)
        }
    }

    @Test(arguments: TestDatabase.parallel)
    func `parallel sign-ins, password changes and deletions leave one consistent end`(database: TestDatabase) async throws {
        try await TestEngine.run(on: database) { test in
            let owner = try await test.signUp("person@example.com")
            enum Done: Equatable {
                case entered
                case changed(password: String)
                case deleted
                case refused
            }
            let done = try await race { number -> Done in
                do {
                    switch number % 4 {
                    case 0: _ = try await test.signIn("person@example.com")
                    case 1: _ = try await test.refresh(owner)
                    case 2:
                        _ = try await test.update(owner) { $0.password = "secret \(number)" }
                        return .changed(password: "secret \(number)")
                    default:
                        guard number > 50 else { return .entered }
                        try await test.engine.deleteOwnAccount(idToken: owner.tokens.idToken, in: test.scope)
                        return .deleted
                    }
                    return .entered
                } catch is AuthError {
                    return .refused
                }
            }
            // The first change of the password ends the session that every other change and deletion is of.
            let ends = done.filter { if case .changed = $0 { true } else { $0 == .deleted } }
            #expect(ends.count == 1, "\(done)")
            switch ends.first {
            case .changed(let password):
                #expect(try await test.signIn("person@example.com", password).account.id == owner.account.id)
                await #expect(throws: AuthError.self) { try await test.signIn("person@example.com") }
            default: #expect(try await test.engine.accounts.countAccounts(in: test.scope) == 0)
            }
            await #expect(throws: AuthError.self) { try await test.refresh(owner) }
            await #expect(throws: AuthError.self) { try await test.lookUp(owner) }
        }
    }
}
