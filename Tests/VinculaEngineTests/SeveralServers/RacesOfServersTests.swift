import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Many requests for the same thing at the same moment, at four servers on one PostgreSQL.
struct RacesOfServersTests {
    private static let racers = 64

    /// Sends requests to the servers in turn, all at once.
    private func race<Outcome: Sendable>(
        _ servers: [TestEngine], _ job: @escaping @Sendable (TestEngine, Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for number in 0..<Self.racers { group.addTask { try await job(servers[number % servers.count], number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Sends requests of which one may succeed.
    ///
    /// - Returns: The errors of the others.
    private func raceForOne(
        _ servers: [TestEngine], sourceLocation: SourceLocation = #_sourceLocation,
        _ job: @escaping @Sendable (TestEngine, Int) async throws -> Void
    ) async throws -> Set<AuthError> {
        let outcomes = try await race(servers) { server, number -> AuthError? in
            do {
                try await job(server, number)
                return nil
            } catch let error as AuthError {
                return error
            }
        }
        #expect(outcomes.count { $0 == nil } == 1, "\(outcomes)", sourceLocation: sourceLocation)
        return Set(outcomes.compactMap(\.self))
    }

    @Test func `of 64 accounts that link one identity, one gets it`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            let signedIn = try await race(servers) { server, number in try await server.signUp("person-\(number)@example.com") }
            let presented = PresentedIdentity.of(.acme, "wanted", email: "nobody@example.com")
            let outcomes = try await race(servers) { server, number in
                try await server.present(presented, idToken: signedIn[number].tokens.idToken)
            }
            let winner = try #require(outcomes.compactMap(\.signedIn).first?.account.id)
            #expect(outcomes.compactMap(\.signedIn).count == 1)
            #expect(outcomes.compactMap(\.collision).count { $0.refusal == .alreadyLinked(to: winner) } == 63)
            try await servers[0].expectAccounts(64)
        }
    }

    @Test func `64 records that four servers write at once make one chain`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            _ = try await race(servers) { server, number in
                try await server.engine.serviceAccess.createAPIKey(label: "\(number)", of: server.scope.project)
            }
            let verdict = try await servers[1].engine.auditLog.verify()
            #expect(verdict.fault == nil && verdict.count >= 64)
        }
    }

    @Test func `of 64 sign-ups of one address, one makes an account`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            let errors = try await raceForOne(servers) { server, number in
                try await server.signUp(number.isMultiple(of: 2) ? "wanted@example.com" : "Wanted@EXAMPLE.com")
            }
            #expect(errors == [.emailExists])
            try await servers[3].expectAccounts(1)
        }
    }

    @Test func `64 refreshes of one token that rotates give one successor`() async throws {
        try await TestEngine.runSeveral(configure: { $0.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0)) }) {
            servers, _ in
            let signedIn = try await servers[0].signUp("person@example.com")
            let refreshed = try await race(servers) { server, _ in try await server.refresh(signedIn) }
            let children = Set(refreshed.map(\.tokens.refreshToken))
            #expect(children.count == 1 && !children.contains(signedIn.tokens.refreshToken))
            let child = try #require(children.first)
            #expect(try await servers[1].refresh(child).account.id == signedIn.account.id)
        }
    }

    @Test func `of 64 redemptions of a pending credential, one succeeds`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            let owner = try await servers[0].signUp("person@example.com")
            let outcome = try await servers[1].present(.of(.acme, "mine", email: "person@example.com"))
            let token = try #require(outcome.collision?.pendingToken)
            let errors = try await raceForOne(servers) { server, _ in
                _ = try await server.redeem(token, idToken: owner.tokens.idToken)
            }
            #expect(errors == [.invalidPendingToken])
        }
    }

    @Test func `of 64 resets by one mailed code, one sets its password`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            try await servers[0].signUp("person@example.com")
            var request = ActionCodeRequest(.resetPassword, target: ActionCode.Target())
            request.email = "person@example.com"
            let code = try await servers[1].engine.actionCodes.makeActionLink(request, in: servers[1].scope).code
            let errors = try await raceForOne(servers) { server, number in
                try await server.engine.actionCodes.resetPassword(code, to: "secret \(number)", in: server.scope)
            }
            #expect(errors.isSubset(of: [.invalidActionCode, .expiredActionCode]), "\(errors)")
            let opened = try await race(servers) { server, number in
                try? await server.signIn("person@example.com", "secret \(number)")
            }
            #expect(opened.compactMap(\.self).count == 1)
        }
    }

    @Test func `of 64 redemptions of a hand-over, one opens a session`() async throws {
        try await TestEngine.runSeveral(configure: { $0.authorizedDomains = ["app.example"] }) { servers, _ in
            let giver = try await servers[0].signUp("person@example.com")
            let order = HandoverOrder(
                refreshToken: giver.tokens.refreshToken, continueURL: "https://app.example/in",
                codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", state: "s")
            let url = try await servers[1].engine.handOver(order, in: servers[1].scope)
            let code = try #require(URLComponents(string: url)?.queryItems?.first?.value)
            _ = try await raceForOne(servers) { server, _ in
                _ = try await server.engine.redeemHandover(
                    code, verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", in: server.scope)
            }
        }
    }

    @Test func `of 64 sign-ins with one code of an authenticator app, one succeeds`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            let owner = try await servers[0].signUp("person@example.com").account
            let (id, secret) = (SecondFactorID("f"), SecureRandom.bytes(TOTP.secretLength))
            var account = owner
            account.secondFactors = [
                SecondFactor(
                    id: id, displayName: nil, enrolledAt: owner.createdAt,
                    sealedSecret: try servers[0].sealer.seal(secret, place: "second-factor/f"), lastPeriod: 0)
            ]
            let (new, scope) = (account, servers[0].scope)
            try await servers[0].store.write { try $0.update(new, from: owner, in: scope) }
            // Each has passed the first factor, so the code alone decides.
            var pending: [String] = []
            for server in servers {
                let outcome = try await server.engine.signInWithPassword(
                    email: "person@example.com", password: "secret 1", in: scope)
                pending.append(try #require(outcome.awaited?.pendingCredential))
            }
            let code = TOTP.code(secret, period: TOTP.period(at: servers[0].clock.now.seconds))
            // Four attempts for each sign-in: a fifth would end it.
            let credentials = pending
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        let server = servers[number % 4]
                        do {
                            _ = try await server.engine.finishSignIn(
                                credentials[number / 4], factor: id.value, code: code, in: scope)
                            return true
                        } catch is AuthError {
                            return false
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 } == 1)
        }
    }
}
