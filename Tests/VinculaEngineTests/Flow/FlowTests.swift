import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Sign-ins at a provider's page, from the button to the account.
struct FlowTests {
    private let ana = PresentedIdentity.of(.google, "ana", email: "ana@gmail.com", name: "Ana")

    @Test func `a popup: the browser leaves, comes back, and the app gets the account and the provider's tokens`() async throws {
        try await FlowTest.run { flow in
            let beginning = try await flow.begin()
            #expect(beginning.url.hasPrefix("https://provider.test/authorize?") && !beginning.answersByForm)
            #expect(beginning.expiresInSeconds == 600 && Data(base64URL: beginning.browserSecret)?.count == 32)
            let order = try #require(flow.pages.orders.first)
            #expect(order.redirectURI == "https://auth.test/__/auth/callback/google.com" && !order.wantsRefreshToken)
            let result = try await flow.receive(flow.answer(ana, beginning))
            #expect(result.target == .popup(origin: "https://app.test") && result.scope == flow.test.scope)
            #expect(result.request == FlowTest.popup())
            guard case .signedIn(let url, let session) = result.outcome else { return #expect(Bool(false), "\(result.outcome)") }
            #expect(url.hasPrefix("https://auth.test/__/auth/callback?providerId=google.com&flowCode="))
            #expect(session.flatMap { Data(base64URL: $0) }?.count == 32)
            #expect(!url.contains("token"))
            let redeemed = try await flow.redeem(result)
            let signedIn = try #require(redeemed.outcome.signedIn)
            #expect(redeemed.outcome.isNewUser && signedIn.account.email?.value == "ana@gmail.com")
            #expect(signedIn.account.emailVerified && signedIn.account.displayName == "Ana")
            #expect(redeemed.identity.oauthAccessToken == "access-token-of-ana")
            #expect(redeemed.identity.oauthRefreshToken == "refresh-token-of-ana")
            #expect(redeemed.identity.details.rawUserInfo == .object(["sub": "x"]))
            let again = try await flow.redeem(try await flow.result(of: ana))
            #expect(!again.outcome.isNewUser && again.outcome.signedIn?.account.id == signedIn.account.id)
        }
    }

    @Test func `a program on loopback redeems with its own secret, which only it has`() async throws {
        try await FlowTest.run { flow in
            let session = "abcdefghijklmnopqrstuv"
            let result = try await flow.result(of: ana, FlowTest.program(session))
            #expect(result.target == .loopback(url: "http://127.0.0.1:40123/abcdefghijklmnopqrstuv"))
            guard case .signedIn(_, nil) = result.outcome else { return #expect(Bool(false), "\(result.outcome)") }
            await expectRefusal { try await flow.redeem(result) }
            #expect(try await flow.redeem(result, session: session).outcome.isNewUser)
        }
    }

    @Test func `the handler's address of the same request is offered again`() async throws {
        try await FlowTest.run { flow in
            var request = FlowTest.program("abcdefghijklmnopqrstuv")
            request.scopes = ["a", "b"]
            request.customParameters = ["prompt": "select account"]
            request.language = .german
            let result = try await flow.result(of: ana, request)
            let retry = try #require(URLComponents(string: result.retryURL))
            #expect(retry.path == "/__/auth/handler" && retry.host == "auth.test")
            let fields = Dictionary(uniqueKeysWithValues: (retry.queryItems ?? []).map { ($0.name, $0.value ?? "") })
            #expect(try FlowRequest(query: fields) == request)
        }
    }

    @Test func `link and reauthenticate, and their collisions`() async throws {
        try await FlowTest.run { flow in
            let owner = try await flow.test.signUp("owner@x.com")
            let github = PresentedIdentity.of(.github, "g", email: "owner@elsewhere.com")
            let linked = try await flow.redeem(
                try await flow.result(of: github, FlowTest.popup(.github, .linkViaPopup)), idToken: owner.tokens.idToken)
            #expect(linked.outcome.signedIn?.account.providers == [.password, .github])
            let again = try await flow.redeem(
                try await flow.result(of: github, FlowTest.popup(.github, .reauthViaPopup)), idToken: owner.tokens.idToken,
                autoCreate: false)
            #expect(again.outcome.signedIn?.account.id == owner.account.id)
            let stranger = try await flow.redeem(
                try await flow.result(of: .of(.github, "other"), FlowTest.popup(.github, .reauthViaPopup)),
                idToken: owner.tokens.idToken, autoCreate: false)
            #expect(stranger.outcome.collision?.refusal == .userNotFound)
            let other = try await flow.test.signUp("other@x.com")
            let taken = try await flow.redeem(try await flow.result(of: github), idToken: other.tokens.idToken)
            #expect(taken.outcome.collision?.refusal == .alreadyLinked(to: owner.account.id))
        }
    }

    @Test func `T032 seed 002: a result that collides is used up, and its pending token links the account`() async throws {
        try await FlowTest.run { flow in
            let owner = try await flow.test.signUp("ana@x.com")
            let twitter = PresentedIdentity.of(.twitter, "t", email: "ana@x.com", .claimed)
            let result = try await flow.result(of: twitter)
            let collided = try await flow.redeem(result)
            #expect(collided.outcome.collision?.refusal == .needsConfirmation(by: owner.account.id))
            #expect(collided.identity.oauthAccessToken == "access-token-of-t")
            await expectRefusal("a second time") { try await flow.redeem(result) }
            let token = try #require(collided.outcome.collision?.pendingToken)
            // Linked to nobody but the owner.
            let other = try await flow.test.signUp("other@x.com")
            await #expect(throws: AuthError.invalidPendingToken) {
                try await flow.test.redeem(token, idToken: other.tokens.idToken)
            }
            let linked = try await flow.test.redeem(token, idToken: owner.tokens.idToken)
            #expect(linked.signedIn?.account.providers == [.password, .twitter])
        }
    }

    @Test(
        "what the provider says instead of a sign-in, by name",
        arguments: [
            (AuthError.providerRefused(code: "access_denied"), FlowFailure.cancelled),
            (.providerRefused(code: "user_cancelled_login"), .cancelled),
            (.providerRefused(code: "invalid_scope"), .refused(code: "invalid_scope")),
            (.providerUnavailable("slow"), .unavailable("slow")), (.invalidIDPResponse("odd"), .invalid("odd")),
            (.missingOrInvalidNonce("old"), .invalid("old")),
            (.operationNotAllowed("no secret"), .misconfigured("no secret")),
        ])
    func failures(_ error: AuthError, _ failure: FlowFailure) async throws {
        try await FlowTest.run { flow in
            flow.pages.fail(error)
            let result = try await flow.result(of: ana)
            #expect(result.failure == failure && result.target == .popup(origin: "https://app.test"))
            try await flow.test.expectAccounts(0)
            flow.pages.fail(nil)
            #expect(try await flow.redeem(try await flow.result(of: ana)).outcome.isNewUser)
        }
    }

    @Test func `createAuthUri: the app reads the provider's answer at its own address`() async throws {
        try await FlowTest.run { flow in
            let session = "a session of sixteen"
            let beginning = try await flow.begin(try FlowTest.client(session))
            #expect(flow.pages.orders.first?.redirectURI == "https://app.test/back")
            let answer = ClientFlowAnswer(
                address: "https://app.test/back", fields: flow.pages.signIn(ana, at: beginning.url), sessionID: session,
                provider: .google)
            #expect(try await flow.redeem(answer).outcome.isNewUser)
            await expectRefusal("a second time") { try await flow.redeem(answer) }
            #expect(flow.pages.exchanges == 1)
        }
    }

    @Test func `one browser has several flows at once, and a cookie that is none of ours is replaced`() async throws {
        try await FlowTest.run { flow in
            let first = try await flow.begin()
            let second = try await flow.begin(browser: first.browserSecret)
            #expect(second.browserSecret == first.browserSecret)
            for beginning in [second, first] {
                #expect(try await flow.receive(flow.answer(ana, beginning)).failure == nil)
            }
            for odd in ["", "x", String(repeating: "A", count: 44), first.browserSecret + "=", "päss"] {
                let replaced = try await flow.begin(browser: odd).browserSecret
                #expect(replaced != odd && Data(base64URL: replaced)?.count == 32)
            }
        }
    }

    @Test func `a provider that the project defines has a redirect address for each project`() async throws {
        try await FlowTest.run { flow in
            let acme = PresentedIdentity.of(.acme, "a")
            let beginning = try await flow.begin(FlowTest.popup(.acme))
            #expect(flow.pages.orders.first?.redirectURI == "https://auth.test/__/auth/callback/oidc.acme/demo")
            #expect(try await flow.receive(flow.answer(acme, beginning)).failure == nil)
        }
    }

    @Test func `a provider's endless word about a person is cut, and endless tokens are refused`() async throws {
        try await FlowTest.run { flow in
            flow.pages.change { $0.details.rawUserInfo = .object(["x": .string(String(repeating: "x", count: 80_000))]) }
            let redeemed = try await flow.redeem(try await flow.result(of: ana))
            #expect(redeemed.identity.details.rawUserInfo == .object([:]) && redeemed.identity.presented == ana)
            flow.pages.change { $0.oauthIDToken = String(repeating: "x", count: 80_000) }
            guard case .invalid? = try await flow.result(of: ana).failure else { return #expect(Bool(false)) }
        }
    }
}

/// Which providers' buttons a page shows.
struct OfferedProvidersTests {
    @Test func `a page offers what is switched on and has all that its provider's page needs`() async throws {
        try await FlowTest.run { flow in
            let scope = flow.test.scope
            var engine = flow.engine
            engine.catalogue = ProviderCatalogue([
                ProviderDescription(id: .google, title: "Google"), ProviderDescription(id: .gameCenter, title: "Game Center"),
                ProviderDescription(id: .github, title: "GitHub"),
            ])
            let flows = engine.flows
            #expect(try await flows.offered(in: scope).map(\.title) == ["Google", "GitHub", "oidc.acme"])
            try await flow.test.store.write { transaction in
                try transaction.insert(SupportedProvider(id: .google, isEnabled: false), in: scope)
                let acme = OpenIDProvider(
                    id: .acme, displayName: "Acme", isEnabled: true, clientID: "app", issuer: "https://acme.test")
                try transaction.update(acme, in: scope)
            }
            #expect(try await flows.offered(in: scope).map(\.title) == ["GitHub", "Acme"])
            try await flow.test.store.write { transaction in
                let acme = OpenIDProvider(id: .acme, isEnabled: false, clientID: "app", issuer: "https://acme.test")
                try transaction.update(acme, in: scope)
            }
            #expect(try await flows.offered(in: scope).map(\.id) == [.github])
            #expect(try await flows.offered(in: ProjectScope(project: "other")).map(\.id) == [.google, .github])
        }
    }
}
