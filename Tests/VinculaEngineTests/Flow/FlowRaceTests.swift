import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// What happens to a flow when many want it at once, when the process dies, or when something changes while the browser is
/// away.
struct FlowRaceTests {
    private let ana = PresentedIdentity.of(.google, "ana", email: "ana@gmail.com")

    private func race<Outcome: Sendable>(
        _ count: Int, _ job: @escaping @Sendable () async throws -> Outcome
    ) async -> [Result<Outcome, any Error>] {
        await withTaskGroup(of: Result<Outcome, any Error>.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do { return .success(try await job()) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `T068 of two hundred redemptions of one code at once, one wins`() async throws {
        try await TestEngine.runOnFile { test in
            let flow = FlowTest(test)
            let result = try await flow.result(of: ana)
            let outcomes = await race(200) { try await flow.redeem(result).outcome.isNewUser }
            #expect(outcomes.compactMap { try? $0.get() } == [true])
            try await test.expectAccounts(1)
        }
    }

    @Test func `T061 of a hundred answers with one state at once, one redeems the provider's code`() async throws {
        try await TestEngine.runOnFile { test in
            let flow = FlowTest(test)
            let answer = flow.answer(ana, try await flow.begin())
            let outcomes = await race(100) { try await flow.receive(answer).failure == nil }
            #expect(outcomes.compactMap { try? $0.get() } == [true])
            #expect(flow.pages.exchanges == 1)
        }
    }

    @Test func `a crash between the answer and the result links nothing, and the state is used up`() async throws {
        struct Crash: Error {}
        try await TestEngine.runHooked { test, store in
            let flow = FlowTest(test)
            let answer = flow.answer(ana, try await flow.begin())
            store.beforeNextWrite {}
            store.beforeNextWrite { throw Crash() }
            await #expect(throws: Crash.self) { try await flow.receive(answer) }
            #expect(flow.pages.exchanges == 1)
            await expectRefusal { try await flow.receive(answer) }
            #expect(flow.pages.exchanges == 1)
            try await test.expectAccounts(0)
            // The person tries again.
            #expect(try await flow.redeem(try await flow.result(of: ana)).outcome.isNewUser)
        }
    }

    @Test func `a crash in the decision leaves the result, which is redeemed after it`() async throws {
        struct Crash: Error {}
        try await TestEngine.runHooked { test, store in
            let flow = FlowTest(test)
            let result = try await flow.result(of: ana)
            store.beforeNextWrite { throw Crash() }
            await #expect(throws: Crash.self) { try await flow.redeem(result) }
            try await test.expectAccounts(0)
            #expect(try await flow.redeem(result).outcome.isNewUser)
        }
    }

    @Test func `what happens to the account while the browser is away decides when the result is redeemed`() async throws {
        try await FlowTest.run { flow in
            let owner = try await flow.test.signUp("owner@x.com")
            let github = PresentedIdentity.of(.github, "g")
            // Disabled.
            var result = try await flow.result(of: github, FlowTest.popup(.github, .linkViaPopup))
            _ = try await flow.test.administer(owner.account.id) { $0.isDisabled = true }
            await #expect(throws: AuthError.self) { try await flow.redeem(result, idToken: owner.tokens.idToken) }
            _ = try await flow.test.administer(owner.account.id) { $0.isDisabled = false }
            // Its sessions ended: the result is not used up, and links with a fresh sign-in.
            flow.test.clock.advance(seconds: 1)
            _ = try await flow.test.administer(owner.account.id) { $0.password = "secret 2" }
            await #expect(throws: AuthError.tokenExpired) { try await flow.redeem(result, idToken: owner.tokens.idToken) }
            let fresh = try await flow.test.signIn("owner@x.com", "secret 2")
            let linked = try await flow.redeem(result, idToken: fresh.tokens.idToken)
            #expect(linked.outcome.signedIn?.account.providers == [.password, .github])
            // Unlinked: a reauthentication finds nobody, and makes nobody.
            result = try await flow.result(of: github, FlowTest.popup(.github, .reauthViaPopup))
            let signedIn = try #require(linked.outcome.signedIn)
            _ = try await flow.test.update(signedIn) { $0.deleteProviders = [.github] }
            let reauthenticated = try await flow.redeem(result, autoCreate: false)
            #expect(reauthenticated.outcome.collision?.refusal == .userNotFound)
            try await flow.test.expectAccounts(1)
        }
    }

    @Test func `T001 a squatter's result that waits is worth nothing after the owner's arrival`() async throws {
        try await FlowTest.run { flow in
            let squatter = try await flow.test.signUp("ana@gmail.com")
            let result = try await flow.result(of: .of(.github, "eve"), FlowTest.popup(.github, .linkViaPopup))
            let owner = try await flow.redeem(try await flow.result(of: ana))
            #expect(owner.outcome.signedIn?.account.id == squatter.account.id)
            await #expect(throws: AuthError.tokenExpired) { try await flow.redeem(result, idToken: squatter.tokens.idToken) }
            #expect(try await flow.test.account(squatter.account.id)?.providers == [.google])
        }
    }

    @Test func `a provider that is switched off or replaced while the browser is away vouches for nobody`() async throws {
        try await FlowTest.run { flow in
            let scope = flow.test.scope
            let answer = flow.answer(ana, try await flow.begin())
            let result = try await flow.result(of: ana)
            let off = SupportedProvider(id: .google, isEnabled: false)
            try await flow.test.store.write { try $0.insert(off, in: scope) }
            guard case .misconfigured? = try await flow.receive(answer).failure else { return #expect(Bool(false)) }
            await #expect(throws: AuthError.providerDisabled) { try await flow.redeem(result) }
            await #expect(throws: AuthError.providerDisabled) { try await flow.begin() }
            // The project's provider now is somebody else's server: a code for the first must not go there.
            for change in ["issuer", "client"] {
                let acme = flow.answer(.of(.acme, "a"), try await flow.begin(FlowTest.popup(.acme)))
                let other = OpenIDProvider(
                    id: .acme, isEnabled: true, clientID: change == "client" ? change : "app", issuer: change)
                try await flow.test.store.write { try $0.update(other, in: scope) }
                guard case .misconfigured? = try await flow.receive(acme).failure else { return #expect(Bool(false)) }
            }
            // The same for the endpoints of one that the project describes.
            let plain = ProviderID("oauth2.acme")
            var described = OpenIDProvider(id: plain, isEnabled: true, clientID: "app", issuer: "i")
            described.endpoints = OAuth2Endpoints(tokenURL: "https://a.test/token", userInfoURL: "https://a.test/me")
            let before = described
            try await flow.test.store.write { try $0.insert(before, in: scope) }
            for change in [\OAuth2Endpoints.tokenURL, \.userInfoURL] {
                let answer = flow.answer(.of(plain, "a"), try await flow.begin(FlowTest.popup(plain)))
                described.endpoints?[keyPath: change] = "https://evil.test/"
                let after = described
                try await flow.test.store.write { try $0.update(after, in: scope) }
                guard case .misconfigured? = try await flow.receive(answer).failure else { return #expect(Bool(false)) }
            }
            try await flow.test.store.write { _ = try $0.deleteOpenIDProvider(.acme, in: scope) }
            await #expect(throws: AuthError.providerNotConfigured) { try await flow.begin(FlowTest.popup(.acme)) }
            #expect(flow.pages.exchanges == 1)
            try await flow.test.expectAccounts(0)
        }
    }

    @Test func `what a person's organization proved counts until the project trusts the provider less`() async throws {
        let workspace = PresentedIdentity.of(.google, "w", email: "person@corp.test", .proven)
        try await FlowTest.run {
            $0.defaultTrust = .domainOwner
        } _: { flow in
            let owner = try await flow.test.signUp("person@corp.test")
            let earlier = try await flow.result(of: workspace)
            // Nothing changed: the Workspace's word counts, and the address's owner has arrived.
            let joined = try await flow.redeem(try await flow.result(of: workspace))
            #expect(
                joined.outcome.signedIn?.account.id == owner.account.id && joined.outcome.signedIn?.account.emailVerified == true)
            _ = try await flow.redeem(earlier)
        }
        try await FlowTest.run {
            $0.defaultTrust = .domainOwner
        } _: { flow in
            let owner = try await flow.test.signUp("person@corp.test")
            let result = try await flow.result(of: workspace)
            _ = try await flow.engine.projects.updateSettings(of: "demo") { $0.providerTrust["google.com"] = .never }
            let refused = try await flow.redeem(result)
            #expect(refused.outcome.collision?.refusal == .needsConfirmation(by: owner.account.id))
        }
    }

    @Test func `flows that are over are deleted, and no others`() async throws {
        try await FlowTest.run { flow in
            _ = try await flow.begin()
            flow.test.clock.advance(seconds: 400)
            let answer = flow.answer(ana, try await flow.begin())
            let result = try await flow.result(of: ana)
            flow.test.clock.advance(seconds: 201)
            try await flow.engine.upkeep.deleteExpired()
            #expect(try await flow.test.storedFlows() == 1)
            #expect(try await flow.redeem(result).outcome.isNewUser)
            #expect(try await flow.receive(answer).failure == nil)
            flow.test.clock.advance(seconds: 301)
            try await flow.engine.upkeep.deleteExpired()
            #expect(try await !flow.test.store.read { try $0.tablesHolding([Data("google.com".utf8)]) }.contains("browser_flows"))
        }
    }
}
